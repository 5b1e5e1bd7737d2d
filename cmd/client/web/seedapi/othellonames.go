package seedapi

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"quadrille/cmd/client/names"
	"quadrille/cmd/client/web/host"
)

// called are what people call the players, each by another name. The caller
// holds the lock.
func (c *competition) called() []string {
	list := make([]string, len(c.config.Keys))
	for i := range list {
		list[i] = c.nameOf(i)
	}
	return apart(list)
}

// apart puts the number of the player behind names that people would take for
// the same; once more where that makes it another's.
func apart(list []string) []string {
	for range list {
		same := map[string][]int{}
		for i, name := range list {
			key := names.Key(name)
			same[key] = append(same[key], i)
		}
		if len(same) == len(list) {
			break
		}
		for _, players := range same {
			for _, i := range players {
				if len(players) > 1 {
					list[i] = names.Append(list[i], fmt.Sprintf(" (player %d)", i+1))
				}
			}
		}
	}
	return list
}

// nameOf is the name of the player, which another may have too. The caller
// holds the lock.
func (c *competition) nameOf(player int) string {
	key := c.config.Keys[player]
	if level := engineLevel(key); level != 0 {
		return fmt.Sprintf("Quadrille, level %d", level)
	}
	if name := names.Clean(c.names[digest(key)]); name != "" {
		return name
	}
	return fmt.Sprintf("Player %d", player+1)
}

// setName names a player.
func (c *competition) setName(player int, text string) error {
	name, err := names.Check(text)
	if err != nil {
		return host.Refuse(host.BadRequest, "%v", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	all := maps.Clone(c.names)
	all[digest(c.config.Keys[player])] = name
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	if err := c.config.Store.Put(context.Background(), othelloSpace, namesNote, data); err != nil {
		return err
	}
	c.names = all
	return nil
}
