// The views of the games, one each. A game without one is still played, by
// the general view: its diagram and its legal turns.
//
// A view is {name, icon, seats?(names, rules), scores?,
// points?(score, state, seat), sides?,
// create(table)}; scores is false where the engine's scores mean nothing to
// people, and points are those that they count for a seat; seats are the names of
// those that rules leave of those of the usual rules; sides is from how many sides,
// 2 or 4, its boards can be looked at. create returns
//   element          the board
//   tray?            what a turn takes besides: pieces and what is done with them
//   update(state, {can})  draw a state; can says whether the reader may act.
//                    A view that shows how it came about returns a promise
//                    of the end of that
//   mark?(tokens)    point out turns that may follow: one that a hint names,
//                    or a line of them; none takes them away
//   worth?(values)   show what turns are worth: a map of tokens to what worth.js
//                    makes of them, with rank (1 is the best) and key, which
//                    differs where anything does; an empty one takes them away
//   worths?          of how many turns, where there are too many to show all
//   counted?         whether a proved score is the margin in points
//   turnText?(token, state)  a turn as people write it
//   turnWords?(token)  a turn in a sentence, where its token says little
//   names?(on)       show or hide the names of places that are not always there
//   rotate?(quarters)  show the board turned by so many quarters clockwise
//   held?()          whether the reader holds something that would be lost if he
//                    looked elsewhere
//   end?()           stop whatever runs
// and table has state (the first one), act(action), move(token), try(action),
// tell(words, kind, text) for how the turn at hand stands, refuse(words, text)
// and clear().

import square4 from './square4.js';
import teeko from './teeko.js';
import othello from './othello.js';
import blokus from './blokus.js';
import general from './general.js';

const views = [square4, teeko, othello, blokus];

export const viewFor = (game) => views.find((view) => view.name === game) ?? general;
