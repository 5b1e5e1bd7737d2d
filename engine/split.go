package engine

// Splitter is a Position whose turns have more than one action.
type Splitter interface {
	// Split returns the actions of a token that is legal here, in order.
	Split(token string) []Action
}

// PlayActions plays a token and returns the position after each of its
// actions, the last being the one after the whole token. The error is that of
// Position.Play.
func PlayActions(p Position, token string) ([]Position, error) {
	last, err := p.Play(token)
	if err != nil {
		return nil, err
	}
	splitter, ok := p.(Splitter)
	if !ok {
		return []Position{last}, nil
	}
	var steps []Position
	for _, a := range splitter.Split(token) {
		if p, err = p.Act(a); err != nil {
			return nil, err
		}
		steps = append(steps, p)
	}
	return steps, nil
}
