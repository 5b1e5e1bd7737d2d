// The view of a game that the page has never heard of: the engine's drawing
// of the board and a button for every legal turn.

import { h, fill } from '../dom.js';
import { t, tOr } from '../i18n.js';

const most = 200; // buttons at once; the filter finds the others

const styles = /^(frame|label|empty|hole|target|note|p[1-9])$/;

const span = ({ t: text, s, l, w }) => h('span', { class: ['g', styles.test(s ?? '') ? s : '', l ? 'last' : '', w ? 'win' : ''].join(' ').trim() }, text);

class View {
  constructor(table) {
    this.table = table;
    this.board = h('pre', { class: 'diagram', dir: 'ltr', tabindex: 0, 'aria-label': t('general.board') });
    this.filter = h('input', { type: 'search', id: 'filter', dir: 'ltr', input: () => this.choices() });
    this.list = h('div', { class: 'choices-list', dir: 'ltr' });
    this.more = h('p', { class: 'note' });
    this.search = h('label', { class: 'field' }, h('span', {}, t('general.filter')), this.filter);
    this.element = h('div', { class: 'board general' }, this.board, this.search, this.list, this.more);
  }

  update(state, { can }) {
    this.state = state;
    this.can = can;
    fill(this.board, (state.diagram || []).flatMap((line) => [...line.map(span), '\n']));
    this.choices();
  }

  choices() {
    const legal = this.can ? this.state.legal.filter((turn) => turn.includes(this.filter.value.trim())) : [];
    this.search.hidden = !this.can || this.state.legal.length < 20;
    fill(this.list, legal.slice(0, most).map((turn) =>
      h('button', { type: 'button', 'data-turn': turn, class: turn === this.marked ? 'hinted' : '', click: () => this.table.move(turn) }, this.turnText(turn), this.chip(turn))));
    this.more.textContent = legal.length > most ? t('general.more', { n: legal.length - most }) : '';
  }

  chip(turn) {
    const value = this.values?.get(turn);
    return value ? h('span', { class: `worth ${value.sure ? 'sure' : ''}`, 'data-kind': value.kind, title: value.words }, value.text) : null;
  }

  worth(values) {
    this.values = values;
    if (this.state) this.choices();
  }

  mark([token]) {
    this.marked = token;
    if (this.state) this.choices();
  }

  turnText(token) { return tOr('turn.', token, token); }
}

export default { name: 'general', icon: 'board', create: (table) => new View(table) };
