// A competition as a wall: every board that is played, live, the table, who is
// waited for, and buttons for the organiser. Programs play by the server's API.

import { h, fill, verbatim } from './dom.js';
import * as api from './api.js';
import * as prefs from './prefs.js';
import { t, tOr, number } from './i18n.js';
import * as announce from './announce.js';
import { follow, showLink } from './stream.js';
import { viewFor } from './boards/index.js';
import { seatIndex, seatName, seatMark } from './seats.js';
import { statusText } from './words.js';
import { Organiser } from './organiser.js';
import { address } from './place.js';

const widest = 12; // players up to which the table says who met whom
const spare = 4; // boards of games that are over that stay until others come

// called are the names of the players. A level's is short and in the reader's
// language, with the player's number where there are several of it.
function called(players) {
  return players.map((player, i) => {
    if (!player.level) return player.name;
    const name = t('seats.level', { level: number(player.level) });
    return players.filter(({ level }) => level === player.level).length > 1 ? `${name} (${number(i + 1)})` : name;
  });
}

// points are what a game gave to its first or its second seat.
function points(game, first) {
  if (game.state !== 'finished') return game.state === 'playing' ? '▸' : '·';
  if (game.result === 'draw') return '½';
  return (game.result === 'p1win') === first ? '1' : '0';
}

// Board is one game, drawn small by the view of its kind.
class Board {
  constructor(live) {
    this.view = viewFor(live.game).create({ state: live, act() {}, move() {}, try: async () => ({}), mine: () => false, tell() {}, refuse() {}, clear() {} });
    this.view.element.inert = true;
    this.players = h('figcaption');
    this.end = h('p', { class: 'end' });
    this.element = h('figure', { class: 'board-of', 'data-number': live.number }, this.players, this.view.element, this.end);
  }

  // show draws the board. The clock of a stream's time becomes this machine's.
  show(live, names) {
    this.live = live;
    this.names = names;
    this.over = live.result !== 'none';
    this.until = live.until && !this.over ? Date.now() + (Date.parse(live.until) - Date.parse(live.now)) : null;
    this.view.update(live, { can: false });
    this.times = names.map(() => h('span', { class: 'time' }));
    fill(this.players, names.map((name, i) => h('span', { class: !this.over && live.turn === `p${i + 1}` ? 'acts' : '' },
      seatMark(live.game, live.names, i, { role: 'img', 'aria-label': seatName(live.names, i), title: seatName(live.names, i) }), h('bdi', {}, name), this.times[i])));
    this.end.textContent = this.over ? this.result() : '';
    this.tick();
  }

  result() {
    const { reason } = this.live;
    return statusText({ ...this.live, names: this.names, reason: reason === 'resign' ? 'timeout' : reason });
  }

  tick() {
    const acts = seatIndex(this.live.turn);
    this.times?.forEach((el, i) => {
      el.textContent = i === acts && this.until ? number(Math.max(0, Math.ceil((this.until - Date.now()) / 1000))) : '';
    });
  }

  stop() { this.view.end?.(); }
}

class Wall {
  constructor(main, id) {
    this.id = id;
    this.main = main;
    this.boards = new Map(); // by the numbers of games
    this.title = h('h1', { id: 'status' });
    this.state = h('p', { class: 'note' });
    this.absent = h('p', { class: 'absent', hidden: true });
    this.stuck = h('p', { class: 'refusal', role: 'alert', hidden: true });
    this.place = h('div', { class: 'boards' });
    this.table = h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': t('wall.table') });
    this.organiser = new Organiser(id, (results) => this.results(results));
    main.className = 'wall';
    fill(main, h('div', { class: 'wall-head' }, this.title, this.state, this.absent, this.stuck), this.place,
      h('aside', { class: 'wall-side' }, h('section', { class: 'box' }, h('h2', {}, t('wall.table')), this.table), this.organiser.element));
    this.end = follow(api.competition(id).eventsAddress, () => api.competition(id).results(),
      (what, kind) => (kind === 'board' ? this.board(what) : this.results(what)), (link) => this.link(link), ['results', 'board']);
    this.clock = setInterval(() => this.boards.forEach((board) => board.tick()), 500);
    api.competition(id).results().then((results) => this.results(results)).catch((error) => { if (error.code === 'not-found') this.link('gone'); });
  }

  stop() {
    this.end();
    clearInterval(this.clock);
    this.boards.forEach((board) => board.stop());
  }

  link(link) {
    if (!this.main.isConnected) return;
    showLink(link);
    if (link !== 'gone') return;
    this.stop();
    fill(this.main, h('p', { class: 'refusal', role: 'alert' }, t('wall.unknown')), h('p', {}, h('a', { href: address('wall') }, t('wall.begin'))));
  }

  results(results) {
    if (!this.main.isConnected) return; // the page has been left
    const was = this.now;
    this.now = results;
    this.names = called(results.players);
    this.main.dataset.finished = results.finished;
    this.main.dataset.running = results.running;
    this.title.textContent = t('wall.of', { game: tOr('game.', results.game, results.game) });
    document.title = this.title.textContent;
    this.state.textContent = this.standing(results);
    if (!was) announce.polite(document.title);
    else if (was.finished !== results.finished) announce.polite(this.state.textContent);
    this.lines(results);
    this.drawTable(results);
    this.organiser.draw(results);
    for (const number of this.boards.keys()) if (results.games[number]?.state === 'waiting') this.drop(number); // it began anew
  }

  standing(results) {
    const names = (list) => list.join(', ');
    const done = results.games.filter((game) => game.state === 'finished').length;
    const last = results.last.length ? [t('wall.last', { names: names(results.last) })] : [];
    if (results.finished) {
      const winners = t('wall.over', { names: names(results.leaders.map((i) => this.names[i])) });
      return [winners, results.organised ? '' : t('wall.itself')].join(' ');
    }
    if (!results.running) return [t(done ? 'wall.stopped' : 'wall.waits'), ...last].join(' ');
    return [t('wall.running', { done, all: results.games.length, clock: results.clock }), ...last].join(' ');
  }

  lines(results) {
    const absent = this.names.filter((_, i) => !results.players[i].there);
    this.absent.hidden = !absent.length || results.finished;
    this.absent.textContent = t('wall.absent', { names: absent.join(', ') });
    this.stuck.hidden = !results.stuck;
    if (results.stuck === this.why) return; // so that it is told once
    this.why = results.stuck;
    fill(this.stuck, t('wall.stuck'), verbatim(results.stuck));
  }

  board(live) {
    const game = this.now?.games[live.number];
    if (!game) return;
    let board = this.boards.get(live.number);
    if (!board) {
      board = new Board(live);
      this.boards.set(live.number, board);
      this.place.append(board.element);
    }
    board.show(live, [game.first, game.second].map((i) => this.names[i]));
    this.thin();
  }

  // thin takes boards away whose games are over, the oldest first, when there
  // are more than are played and a few.
  thin() {
    const over = [...this.boards].filter(([, board]) => board.over);
    const playing = this.boards.size - over.length;
    for (const [number] of over.slice(0, Math.max(0, this.boards.size - Math.max(playing, spare)))) this.drop(number);
    this.place.dataset.count = this.boards.size;
  }

  drop(number) {
    this.boards.get(number).stop();
    this.boards.get(number).element.remove();
    this.boards.delete(number);
  }

  drawTable(results) {
    const order = results.players.map((player, i) => ({ player, i }))
      .sort((a, b) => b.player.points - a.player.points || b.player.margin - a.player.margin);
    const met = order.length <= widest ? order : [];
    const meetings = ({ i }, other) => results.games.filter((g) => (g.first === i && g.second === other.i) || (g.second === i && g.first === other.i))
      .map((g) => points(g, g.first === i)).join(' ');
    const head = (text) => h('th', { scope: 'col' }, text);
    fill(this.table, h('table', {},
      h('thead', {}, h('tr', {}, head('#'), head(t('wall.player')), head(t('wall.points')), head(t('wall.played')), met.map((_, n) => head(number(n + 1))))),
      h('tbody', {}, order.map((row, n) => h('tr', { class: results.leaders.includes(row.i) ? 'leads' : '' },
        h('td', {}, number(n + 1)),
        h('th', { scope: 'row' }, h('bdi', {}, this.names[row.i])),
        h('td', { class: 'points' }, number(row.player.points)),
        h('td', {}, number(row.player.played)),
        met.map((other) => h('td', { class: other === row ? 'self' : 'met' }, other === row ? '' : meetings(row, other))))))));
  }
}

// wallPage shows a competition and returns what ends it.
export function wallPage(main, id) {
  prefs.takeTokens(id, 'organiser');
  const wall = new Wall(main, id);
  return () => wall.stop();
}
