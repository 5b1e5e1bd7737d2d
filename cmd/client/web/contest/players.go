package contest

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
func (c *Contest) called() []string {
	list := make([]string, len(c.players))
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
func (c *Contest) nameOf(player int) string {
	p := c.players[player]
	switch {
	case p.Level != 0:
		return fmt.Sprintf("Quadrille, level %v", p.Level)
	case p.Engine != "":
		return p.Engine
	}
	if name := names.Clean(c.names[p.ID]); name != "" {
		return name
	}
	return fmt.Sprintf("Player %d", player+1)
}

// SetName names a player.
func (c *Contest) SetName(player int, text string) error {
	name, err := names.Check(text)
	if err != nil {
		return host.Refuse(host.BadRequest, "%v", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rename(c.players[player].ID, name)
}

// rename writes a name down. The caller holds the lock.
func (c *Contest) rename(id, name string) error {
	all := maps.Clone(c.names)
	all[id] = name
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	if err := c.Store.Put(context.Background(), c.Space, c.Names, data); err != nil {
		return err
	}
	c.names = all
	c.tell()
	return nil
}
