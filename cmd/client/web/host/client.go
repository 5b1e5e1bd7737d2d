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

// workKey is that of the work in a context.
type workKey struct{}

// WithWork says what the changes of games in the context belong to: a piece of work
// that this host has claimed from its peers. Where another has it by now they are
// refused with Unavailable.
func WithWork(ctx context.Context, work string) context.Context {
	return context.WithValue(ctx, workKey{}, work)
}

// WorkOf is the work of a context, or empty.
func WorkOf(ctx context.Context) string {
	work, _ := ctx.Value(workKey{}).(string)
	return work
}

// clientOf is the client of a context, or empty.
func clientOf(ctx context.Context) string {
	client, _ := ctx.Value(clientKey{}).(string)
	return client
}
