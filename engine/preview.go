package engine

// Previewer is a Position that can draw an action before it is performed.
type Previewer interface {
	// Preview returns the diagram with the action drawn in, whether or not it
	// is legal, so that a person sees where a refused one would lie; an action
	// that cannot be read, or draws nothing, leaves the diagram as it is. The
	// error is the one that Act would return.
	Preview(a Action) (Diagram, error)
}
