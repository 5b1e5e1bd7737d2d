package square4bot

// packedWin is empty: browsers load and keep 6 MB at most, and the certificate does not fit.
var packedWin []byte
