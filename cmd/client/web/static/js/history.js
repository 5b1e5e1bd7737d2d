// The turns of a game, to step through.

import { h, button, fill } from './dom.js';
import { t, number } from './i18n.js';

export class History {
  constructor(table) {
    this.table = table;
    const step = (name, to) => button({ class: 'quiet', 'data-step': name, 'aria-label': t(`history.${name}`), title: t(`history.${name}`), click: () => table.look(to()) }, name);
    this.steps = [
      step('first', () => 0),
      step('back', () => this.at() - 1),
      step('forward', () => this.at() + 1),
      step('last', () => null),
    ];
    this.list = h('ol', { class: 'turns' });
    this.opening = h('p', { class: 'note', id: 'opening', role: 'status' });
    this.heading = h('h2', {}, t('history.title'));
    this.element = h('section', { class: 'box history', 'aria-label': t('history.title') },
      h('div', { class: 'row' }, this.heading, h('div', { class: 'steps', dir: 'ltr' }, this.steps)), this.opening, this.list);
    this.drawn = null;
  }

  at() { return this.table.past ? this.table.past.at : this.table.live.turns.length; }

  draw(live, past) {
    const at = this.at();
    this.name((past ?? live).opening);
    const turns = live.turns.join(' ');
    if (this.drawn !== turns) this.fill(live);
    this.drawn = turns;
    this.steps[0].disabled = this.steps[1].disabled = at === 0;
    this.steps[2].disabled = this.steps[3].disabled = !past;
    [...this.list.children].forEach((item, i) => {
      const now = i + 1 === at;
      item.firstChild.setAttribute('aria-current', now ? 'step' : 'false');
      if (now) this.show(item);
    });
  }

  // name says how people call the way the game began, where they have a word.
  name(opening) {
    if (this.named === opening) return;
    this.named = opening;
    const [before, after] = t('history.opening').split('{name}');
    fill(this.opening, opening ? [before, h('bdi', { lang: 'en' }, opening), after] : []);
  }

  // show scrolls the list, and only the list, to an item; offsets are from the
  // list, which is positioned.
  show(item) {
    const { offsetTop: top, offsetHeight: high } = item;
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop || top + high > scrollTop + clientHeight) this.list.scrollTop = top - (clientHeight - high) / 2;
  }

  fill(live) {
    fill(this.list, live.turns.map((turn, i) => h('li', {},
      button({ class: 'turn', 'data-turn': i + 1, click: () => this.table.look(i + 1) }, null,
        `${number(i + 1)}. \u2066${this.table.turnText(turn, live)}\u2069`))));
  }
}
