// Package browser holds the tests of the page in a real Chromium. Every game
// is played to its end by clicks, touches and keys, in several windows,
// languages and sizes. Without a browser they are skipped, unless
// QUADRILLE_BROWSER is "required"; "none" skips them anyway, and so does
// -short. QUADRILLE_SHOTS names a folder for pictures of the pages.
package browser
