package host

import "context"

// clientKey is that of the client in a context.
type clientKey struct{}

// WithClient says for whom the host does what it is asked in the context: any
// word that is the same for all requests of one client. Engines are shared
// fairly among clients.
func WithClient(ctx context.Context, client string) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// clientOf is the client of a context, or empty.
func clientOf(ctx context.Context) string {
	client, _ := ctx.Value(clientKey{}).(string)
	return client
}
