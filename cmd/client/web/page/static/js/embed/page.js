// A board in a frame of another page: one game, which is played or looked through.
// What it is to be is in the address; the page around may speak to it.

import { h, fill, refusal } from '../dom.js';
import * as api from '../api.js';
import * as prefs from '../prefs.js';
import { t } from '../i18n.js';
import { urgent } from '../announce.js';
import { onState } from '../connection.js';
import { viewFor } from '../boards/index.js';
import { taggedLevel } from '../players.js';
import { usual } from '../seats.js';
import { unwrap } from '../pass.js';
import { Board } from './board.js';
import { Talk } from './talk.js';
import { Wrong, ofPage, begins, ofNew, ofLooks, parts } from './options.js';

const pick = (from, names) => Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));

// views says whether a game is only looked at.
const views = ({ mode, record, link, turns }) => (mode ?? (record || link || turns ? 'view' : 'play')) === 'view';

// fits refuses what a game of so many seats has not.
function fits({ seat, turned }, game, seats) {
  if (/^p/.test(seat) && Number(seat[1]) > seats) throw new Wrong(`seat is p1 to p${seats} in this game, all or none, not ${seat}`);
  const { sides = 1 } = viewFor(game);
  if (turned % (4 / sides)) throw new Wrong(`turned is ${sides > 1 ? '0 or 2' : '0'} in this game, not ${turned}`);
}

class Frame {
  constructor(main) {
    this.main = main;
    this.options = {};
    this.board = null;
    fill(main, h('p', { class: 'loading' }, t('game.loading')));
    main.className = 'embed';
  }

  // begin shows what the address asks for.
  begin() {
    let wrong = null;
    try {
      this.options = ofPage();
    } catch (error) {
      if (!error.code) throw error;
      wrong = error;
    }
    this.talk = new Talk(this.commands(), this.options.origin);
    this.stop = onState(({ failed, lacks, insecure }) => {
      const lack = insecure ? `the board came without https, where a browser has no ${lacks}` : `this browser has no ${lacks}`;
      if (failed || lacks) this.talk.giveUp(new Wrong(failed?.text ?? failed ?? lack, 'unavailable'));
    });
    this.talk.after(() => (wrong ? this.refuse(wrong) : this.start(this.options).catch((error) => this.refuse(error))));
  }

  end() {
    this.left = true;
    this.stop();
    this.talk.end();
    this.board?.end();
  }

  // refuse shows why there is no board, and tells the page around.
  refuse(error) {
    this.talk.send(this.talk.failed(error));
    if (this.board) return;
    const words = error.words?.() ?? t('embed.refused');
    fill(this.main, h('div', { role: 'alert' }, refusal(words, error.message)));
    urgent(words);
  }

  // start begins a game and shows it. What is there stays until that is done.
  start(options) { return this.talk.lively(this.make(options)); }

  async make(options) {
    const of = await this.source(options);
    const { game, scores } = await api.position(of);
    fits(options, game, scores.length);
    const { state } = await api.create({ ...of, seats: await this.seats(of, options, scores.length) });
    const before = this.board;
    if (this.left) return;
    before?.end();
    this.options = options;
    this.look(options, state.game);
    this.board = new Board(this.main, state.id, this);
    this.board.show(state, options.at === undefined && views(options) ? 0 : options.at ?? null);
    this.talk.say('ready', () => ({ position: this.board.position() }));
    if (before) await api.kept.remove(before.id);
  }

  // again begins another game as well as the one that is there.
  again() { return this.start(this.options); }

  views() { return views(this.options); }

  // source is how a game begins, as the API takes it.
  async source(options) {
    const of = pick(options, begins);
    if (options.link) {
      if (Object.keys(of).length) throw new Wrong(`the link behind the # says what game it is; leave out ${Object.keys(of).join(', ')}`);
      return { record: (await unwrap(options.link)).record };
    }
    const names = (await api.catalogue()).games.map((game) => game.name);
    if (!of.record && !names.includes(of.game)) throw new Wrong(`game is ${names.join(', ')}${of.game ? `, not ${of.game}` : ''}; or there is a record, or a link's #game=…`);
    return of;
  }

  // seats are who plays. A record's players are only named.
  async seats(of, options, count) {
    const { seat = 'p1', level = usual } = options;
    const players = of.record ? (await api.contents({ record: of.record })).games[0].players ?? [] : [];
    return Array.from({ length: count }, (_, i) => {
      if (views(options)) return { kind: 'person', name: named(players[i]) };
      return seat === 'all' || seat === `p${i + 1}` ? { kind: 'person' } : { kind: 'engine', level };
    });
  }

  // look makes the frame look as asked.
  look({ theme, turned, show }, game) {
    const root = document.documentElement;
    if (theme === 'auto') delete root.dataset.theme;
    else if (theme) root.dataset.theme = theme;
    if (turned !== undefined) prefs.set(`side.${game}`, String(turned));
    if (show || !this.main.dataset.show) this.main.dataset.show = (show ?? parts).join(' ');
  }

  commands() {
    const there = (run) => async (given) => {
      if (!this.board) throw new Wrong('there is no board yet; "new" begins a game', 'no-game');
      return run(this.board, given);
    };
    const told = (run) => there(async (board, given) => {
      await run(board, given);
      return { position: this.board.position() };
    });
    return {
      new: { takes: ofNew, run: async (given) => {
        const kept = begins.some((name) => name in given) ? Object.keys(this.options).filter((name) => !begins.includes(name) && name !== 'link') : Object.keys(this.options);
        await this.start({ ...pick(this.options, kept), ...given });
        return { position: this.board.position() };
      } },
      play: { takes: ['turn'], run: told((board, { turn }) => board.playFor(turn)) },
      undo: { takes: [], run: told((board) => board.takeBack()) },
      go: { takes: ['to'], run: told((board, { to }) => board.goTo(to)) },
      flip: { takes: [], run: told((board) => board.flip()) },
      set: { takes: ofLooks, run: told((board, given) => {
        fits(given, board.live.game);
        this.look(given, board.live.game);
        board.turn();
      }) },
      state: { takes: [], run: told(() => {}) },
      record: { takes: [], run: there(async (board) => ({ record: await board.api.record() })) },
    };
  }
}

// named is a player of a record as people call him.
function named(tag = '') {
  return tag === 'human' ? '' : taggedLevel(tag) ?? tag;
}

// embedPage shows the board and returns what ends it.
export function embedPage(main) {
  const frame = new Frame(main);
  frame.begin();
  return () => frame.end();
}
