// Taking a seat of a game that waits for players.

import { h, button, fill, icon, refusal } from './dom.js';
import { t, tOr } from './i18n.js';
import * as prefs from './prefs.js';
import { urgent } from './announce.js';
import { openSeats } from './seats.js';
import { seatHead, whoSits } from './players.js';
import { settings } from './rules.js';
import { viewFor } from './boards/index.js';

const again = 2000; // ms until a seat is asked for again that no answer came for

// nameField asks for the reader's name, which this browser remembers.
function nameField() {
  const input = h('input', { type: 'text', id: 'name', autocomplete: 'nickname', maxlength: 60, dir: 'auto', value: prefs.get('name', '') });
  const element = h('label', { class: 'field', for: 'name' }, h('span', {}, t('join.name')), input);
  const value = () => {
    prefs.set('name', input.value.trim() || null);
    return input.value.trim();
  };
  return { element, value };
}

// inviteFields ask for what matters once seats are open, or kept apart by a box: the
// reader's name, and whether everybody may find the game.
export function inviteFields(seats, guard) {
  const name = nameField();
  const listed = h('input', { type: 'checkbox', id: 'listed' });
  const list = h('label', { class: 'check' }, listed, h('span', {}, t('start.list'), h('small', {}, t('start.listWhy'))));
  const note = h('p', { class: 'note' }, t('start.openWhy'));
  const element = h('div', { class: 'invite' }, note, name.element, list);
  const open = () => seats().some((seat) => seat.kind === 'open');
  const show = () => {
    note.hidden = !open();
    guard.closest('label')?.toggleAttribute('hidden', open());
    element.hidden = !open() && !guard.checked;
  };
  guard.addEventListener('change', show);
  show();
  const value = () => {
    const all = seats();
    const mine = all.find((seat) => seat.kind === 'person');
    if (element.hidden) return { seats: all };
    if (mine) mine.name = name.value();
    return { seats: all, listed: listed.checked };
  };
  return { element, show, value };
}

// JoinScreen shows what game it is and who plays, and lets the reader take a seat
// or watch.
export class JoinScreen {
  constructor(company) {
    this.company = company;
    this.name = nameField();
    this.head = h('div', { class: 'row' });
    this.seats = h('fieldset', { class: 'join-seats' });
    this.about = h('p', { class: 'note' });
    this.rules = h('ul', { class: 'rule-words' });
    this.errors = h('div', { class: 'errors' });
    this.take = button({ class: 'primary', type: 'submit', 'data-action': 'take' }, 'play', t('join.take'));
    const watch = button({ 'data-action': 'watch', click: () => company.seated() }, null, t('join.watch'));
    this.element = h('form', { class: 'box join', submit: (event) => {
      event.preventDefault();
      this.join();
    } }, this.head, this.about, this.seats, this.name.element, this.errors, h('div', { class: 'row' }, this.take, watch),
    h('h2', {}, t('rules.title')), this.rules);
  }

  draw(live) {
    this.live = live;
    const key = JSON.stringify([live.seats, live.clock?.initial, live.clock?.increment, live.clock?.days]);
    if (this.key === key) return; // so that what has the focus keeps it
    this.key = key;
    const title = t('join.title', { game: tOr('game.', live.game, live.title) });
    document.title = title;
    fill(this.head, icon(viewFor(live.game).icon), h('h1', {}, title));
    this.about.textContent = tOr('about.', live.game, '');
    const open = openSeats(live);
    const chosen = open.includes(this.chosen()) ? this.chosen() : open[0];
    const focused = this.seats.contains(document.activeElement);
    fill(this.seats, h('legend', {}, t('join.seat')), live.seats.map((seat, i) => row(live, seat, i, chosen)));
    if (focused) this.seats.querySelector(':checked')?.focus();
    fill(this.rules, settings(live).map((words) => h('li', {}, words)));
  }

  chosen() { return this.seats.querySelector(':checked')?.value; }

  // join takes the seat. Where no answer comes it asks again with the same secret,
  // since the seat may be the reader's already.
  async join() {
    const { table } = this.company;
    const asked = [this.chosen(), this.name.value(), prefs.freshToken()];
    this.busy = this.take.disabled = true;
    for (; this.element.isConnected; await new Promise((done) => setTimeout(done, again))) {
      try {
        const joined = await table.api.join(...asked);
        prefs.keepToken(table.id, joined.seat, joined.token);
        this.busy = false;
        this.company.seated(joined.state);
        return;
      } catch (error) {
        this.refuse(error);
        if (error.code !== 'network') break;
      }
    }
    this.busy = this.take.disabled = false;
    if (!this.element.isConnected) return;
    table.live = null; // what has come meanwhile is looked at anew
    await table.check();
  }

  refuse(error) {
    if (!error.words) throw error;
    const name = error.code === 'bad-argument';
    const words = error.code === 'conflict' ? t('join.taken') : name ? t('join.badName') : error.words();
    fill(this.errors, refusal(words, name && error.message));
    urgent(words);
  }
}

// row is one seat: to choose, or with who has it.
function row(live, seat, i, chosen) {
  const id = `p${i + 1}`;
  const open = seat.kind === 'open';
  return h('label', { class: 'check', 'data-seat': id },
    h('input', { type: 'radio', name: 'seat', value: id, checked: id === chosen, disabled: !open }),
    seatHead(live, id), h('bdi', { class: open ? 'free' : '' }, whoSits(seat)));
}
