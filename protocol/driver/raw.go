package driver

import "context"

// SendRaw sends bytes as they are: they may be part of a line, several lines,
// or no text at all. It is for those who want to know what a program makes of
// such input.
func (p *Process) SendRaw(ctx context.Context, text string) error {
	return p.enqueue(ctx, text)
}

// CloseInput closes the process's input behind what was sent. What the process
// writes can still be received. Nothing can be sent any more.
func (p *Process) CloseInput() {
	p.hanging.Do(func() { close(p.hangUp) })
}
