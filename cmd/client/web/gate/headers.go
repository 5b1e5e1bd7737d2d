package gate

import "net/http"

// policy lets a page use what this server serves and nothing else: no script
// or style in the page itself, no frames, no other site. Images may also be
// drawn by the page (data:). No text becomes markup or a script (trusted types).
const policy = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// features are what browsers can do and no page of ours needs.
const features = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()"

// secure sets the headers that every answer has. The address of a game is its
// secret, so no link tells it to another site.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", features)
}
