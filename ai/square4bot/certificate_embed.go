//go:build !js

package square4bot

import _ "embed" // the certificate

// packedWin is the certificate that Blue wins with slideback=false, which `prove square4wins`
// writes and `prove check` checks (docs/square4-value.md).
//
//go:embed blue-wins.txt.gz
var packedWin []byte
