package square4api_test

import "quadrille/cmd/client/web/host"

// foreign is a game that another interface makes.
var foreign = host.Spec{
	Game: "square4", Seats: []host.Seat{{Kind: host.Person}, {Kind: host.Person}}, Tokens: true,
}
