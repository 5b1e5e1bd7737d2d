// The turns of a game, to step through by buttons and keys, and the line that
// is tried out beside them.

import { h, button, fill, plain, ltr } from './dom.js';
import { t, number } from './i18n.js';
import * as announce from './announce.js';

const keys = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };

// turnItems are the buttons of a list of turns, the first of which has a number:
// of each its attribute name has the place in the list, text(turn) says it and
// go(number) goes there.
export const turnItems = (turns, first, { name, text, go }) => turns.map((turn, i) => h('li', {},
  button({ class: 'turn', [name]: i + 1, click: () => go(first + i) }, null, `${number(first + i)}. ${ltr(text(turn))}`)));

export class History {
  constructor(table) {
    this.table = table;
    this.wanted = null; // the number of turns to be looked at; null is the present
    this.asking = false;
    this.to = { first: () => 0, back: () => this.at() - (this.begun() ? 0 : 1), forward: () => this.at() + 1, last: () => null };
    this.steps = Object.fromEntries(Object.keys(this.to).map((name) => [name,
      button({ class: 'quiet', 'data-step': name, 'aria-label': t(`history.${name}`), title: t(`history.${name}`), click: () => this.step(name) }, name)]));
    this.list = h('ol', { class: 'turns' });
    this.name = h('p', { class: 'note', id: 'opening', role: 'status' });
    this.left = h('p', { class: 'note', id: 'left', role: 'status' });
    this.opening = h('div', {}, this.name, this.left);
    this.heading = h('h2', {}, t('history.title'));
    this.element = h('section', { class: 'box history', 'aria-label': t('history.title') },
      h('div', { class: 'row' }, this.heading, h('div', { class: 'steps', dir: 'ltr' }, Object.values(this.steps))), this.opening, this.list, table.trial.element);
    this.banner = h('div', { class: 'banner looking', hidden: true }); // what is shown when that is not the game as it stands
    this.drawn = null;
    this.key = this.key.bind(this);
    document.addEventListener('keydown', this.key);
  }

  end() { document.removeEventListener('keydown', this.key); }

  step(name) { return this.table.look(this.to[name]()); }

  // key steps by the arrow keys, where nothing else has used them: in the grid
  // of a board they go from cell to cell.
  key(event) {
    const step = keys[event.key];
    if (!step || event.defaultPrevented || !plain(event) || event.shiftKey) return;
    if (event.target.closest('input, select, textarea, dialog') || this.table.view.held?.() || this.steps[step].disabled) return;
    event.preventDefault();
    this.step(step);
  }

  // at is the number of turns that is looked at, or will be at once.
  at() {
    const { trial, past, live } = this.table;
    if (trial.on) return trial.board.at;
    return (this.asking ? this.wanted : past?.at) ?? live.turns.length;
  }

  // begun says whether what is shown is in the middle of a turn, which is then
  // the step back.
  begun() { return !this.asking && this.table.shown().pending.length > 0; }

  // look shows the position after a number of turns; null is the present. One
  // is asked for at a time, and then the last of those that were wanted meanwhile.
  async look(turns) {
    const { table } = this;
    const { length } = table.live.turns;
    const present = turns === null || turns > length || (turns === length && !table.live.pending.length);
    this.wanted = present ? null : Math.max(0, turns);
    if (this.wanted === null) {
      table.past = null;
      table.draw();
      return;
    }
    if (this.wanted === table.past?.at) table.draw(); // after another line
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.wanted !== null && this.wanted !== table.past?.at) {
        const at = this.wanted;
        const past = await table.api.at(at);
        if (this.wanted === null) return;
        table.past = { ...past, at };
        table.draw();
      }
    } catch (error) {
      table.refuse(error.words?.() ?? String(error), error.message, error.code);
    } finally {
      this.asking = false;
    }
  }

  draw() {
    const { live, trial, past } = this.table;
    const at = this.at();
    this.begin(this.table.shown());
    const turns = live.turns.join(' ');
    if (this.drawn !== turns) this.fill(live);
    this.drawn = turns;
    const { first, back, forward, last } = this.steps;
    first.disabled = back.disabled = at === 0 && !this.begun();
    forward.disabled = last.disabled = trial.on ? at === trial.board.turns.length : !past;
    [...this.list.children].forEach((item, i) => {
      const now = i + 1 === at && !(trial.on && at > trial.from);
      item.firstChild.setAttribute('aria-current', now ? 'step' : 'false');
      if (now) this.show(item);
    });
    trial.draw();
    this.drawBanner();
  }

  drawBanner() {
    const { past, trial } = this.table;
    const words = trial.on ? trial.words() : past ? t('history.looking', { n: past.at }) : '';
    if ((this.banner.dataset.words ?? '') === words) return; // so that the button keeps the focus
    this.banner.hidden = !words;
    this.banner.dataset.words = words;
    announce.polite(words || this.table.status.textContent);
    fill(this.banner, h('span', {}, words), button({ class: 'primary', 'data-action': 'now', click: () => this.table.present() }, 'now', t(trial.on ? 'trial.leave' : 'history.now')));
  }

  // begin says how people call the way the game began, where they have a word, and
  // when it left the engine's opening book, where that has one.
  begin({ opening, book, turns }) {
    const left = book !== undefined && turns.length > book ? t('history.left', { n: book + 1 }) : '';
    if (this.left.textContent !== left) this.left.textContent = left;
    if (this.named === opening) return;
    this.named = opening;
    const [before, after] = t('history.opening').split('{name}');
    fill(this.name, opening ? [before, h('bdi', { lang: 'en' }, opening), after] : []);
  }

  // show scrolls the list, and only the list, to an item; offsets are from the
  // list, which is positioned.
  show(item) {
    const { offsetTop: top, offsetHeight: high } = item;
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop || top + high > scrollTop + clientHeight) this.list.scrollTop = top - (clientHeight - high) / 2;
  }

  fill(live) {
    const go = (turn) => { this.table.trial.leave(); this.table.look(turn); };
    fill(this.list, turnItems(live.turns, 1, { name: 'data-turn', text: (turn) => this.table.turnText(turn, live), go }));
  }
}
