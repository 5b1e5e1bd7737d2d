package seedapi

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/cmd/client/web/host"
)

// maxName is the length of the longest name of a player, in characters.
const maxName = 40

// nameOf is what people call the player. The caller holds the lock.
func (c *competition) nameOf(player int) string {
	key := c.config.Keys[player]
	if level := engineLevel(key); level != 0 {
		return fmt.Sprintf("Quadrille, level %d", level)
	}
	if name, ok := c.names[digest(key)]; ok {
		return name
	}
	return fmt.Sprintf("Player %d", player+1)
}

// setName names a player.
func (c *competition) setName(player int, name string) error {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > maxName || strings.ContainsFunc(name, unprintable) {
		return host.Refuse(host.BadRequest, "a name is 1 to %d printable characters", maxName)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	names := maps.Clone(c.names)
	names[digest(c.config.Keys[player])] = name
	data, err := json.Marshal(names)
	if err != nil {
		return err
	}
	if err := c.config.Store.Put(context.Background(), othelloSpace, namesNote, data); err != nil {
		return err
	}
	c.names = names
	return nil
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }
