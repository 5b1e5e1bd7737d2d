// The games of this server that everybody may join or watch, asked for every few
// seconds while the page is in sight.

import { h, fill, icon } from './dom.js';
import * as api from './api.js';
import { t, tOr } from './i18n.js';
import { seatName } from './seats.js';
import { whoSits } from './players.js';
import { ruleWords } from './rules.js';
import { setting } from './clock.js';
import { viewFor } from './boards/index.js';
import { address } from './place.js';

const often = 5000; // ms between two questions
const first = 12; // games shown at first
const most = 100;

export class Lobby {
  // catalogue is the list of games that can be played here.
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.limit = first;
    this.list = h('ul', { class: 'lobby' });
    this.more = h('button', { type: 'button', hidden: true, click: () => {
      this.limit = most;
      this.ask();
    } }, t('lobby.more'));
    this.element = h('section', { class: 'box', id: 'lobby', hidden: true }, h('h2', {}, t('lobby.title')), this.list, this.more);
    this.look = () => { if (!document.hidden) this.ask(); };
    document.addEventListener('visibilitychange', this.look);
    this.ask();
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.look);
  }

  async ask() {
    clearTimeout(this.timer);
    const mine = (this.asked = Symbol('ask'));
    try {
      const { games, next } = await api.games(this.limit);
      if (this.asked === mine && !this.ended) this.draw(games, next);
    } catch {
      // the next question may be answered
    }
    if (this.asked === mine && !this.ended && !document.hidden) this.timer = setTimeout(() => this.ask(), often);
  }

  draw(games, next) {
    this.more.hidden = !next || this.limit === most;
    this.element.hidden = !games.length;
    const key = JSON.stringify(games);
    if (this.key === key) return;
    this.key = key;
    const focused = this.list.contains(document.activeElement) && document.activeElement.getAttribute('href');
    fill(this.list, games.map((game) => this.row(game)));
    if (focused) this.list.querySelector(`[href="${focused}"]`)?.focus();
  }

  row(game) {
    const info = this.catalogue.find(({ name }) => name === game.game) ?? { title: game.game, names: [], options: [] };
    const title = tOr('game.', game.game, info.title);
    const special = Object.fromEntries(info.options.filter(({ name, default: usual }) => name in game.rules && game.rules[name] !== usual).map(({ name }) => [name, game.rules[name]]));
    const facts = [...ruleWords(game.game, special), game.clock && setting(game.clock), game.turns && t('start.turnCount', { n: game.turns }), game.watching && t('watch.count', { n: game.watching })];
    return h('li', { 'data-standing': game.standing },
      icon(viewFor(game.game).icon),
      h('div', { class: 'what' }, h('strong', {}, title), h('span', { class: 'note' }, facts.filter(Boolean).join(' · '))),
      h('ul', { class: 'who' }, game.seats.map((seat, i) => h('li', {},
        h('span', { class: `mark ${game.game} p${i + 1}`, role: 'img', 'aria-label': seatName(info.names, i) ?? `p${i + 1}` }), h('bdi', {}, whoSits(seat)),
        game.result === `p${i + 1}win` ? h('span', { class: 'note' }, t('lobby.won')) : null))),
      h('a', { class: 'button', href: address('g', game.id), 'aria-label': `${t(`lobby.${game.standing}`)}: ${title}, ${game.seats.map(whoSits).join(', ')}` }, t(`lobby.${game.standing}`)));
  }
}
