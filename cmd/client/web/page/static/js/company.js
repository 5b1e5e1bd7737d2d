// Who is at a table besides the reader: seats that wait for somebody, the screen
// on which one is taken, and those who watch.

import { h, button, fill } from './dom.js';
import { t } from './i18n.js';
import * as prefs from './prefs.js';
import { copyable } from './dialogs.js';
import { openSeats, nameOf, seatIndex } from './seats.js';
import { polite } from './announce.js';
import { play } from './sound.js';
import { JoinScreen } from './join.js';
import { link } from './place.js';

export class Company {
  constructor(table) {
    this.table = table;
    this.screen = null; // on which a seat may be taken
    this.content = false; // the reader only wants to watch
    this.element = h('div', { class: 'banner company', hidden: true });
    this.counted = h('span', { class: 'note watching', role: 'status' });
    this.leaving = button({ class: 'quiet', 'data-action': 'leave', click: () => this.leave() }, 'close', t('do.leave'));
    this.foot = h('div', { class: 'row foot' }, this.counted, this.leaving);
    this.watchers = 0;
  }

  // address is where the events are; it says who the reader is, for the count of
  // those who watch.
  address() {
    const plays = Object.keys(prefs.tokens(this.table.id)).length > 0;
    return `${this.table.api.eventsAddress}?${new URLSearchParams({ reader: prefs.reader(), plays })}`;
  }

  // asks shows the screen on which a seat is taken, in place of the table, when the
  // reader may want one.
  asks(live) {
    const { table } = this;
    const wanted = openSeats(live).length && !this.content && live.result === 'none' && !table.own();
    if (!wanted && !this.screen?.busy) {
      this.screen = null;
      return false;
    }
    if (!this.screen) {
      table.leave();
      table.view = null;
      this.screen = new JoinScreen(this);
      fill(table.main, this.screen.element);
      this.screen.draw(live);
      polite(document.title);
    } else this.screen.draw(live);
    return true;
  }

  // seated goes on at the table, after a seat was taken or the reader has chosen
  // to watch.
  seated(state) {
    if (state) this.table.listen();
    else this.content = true;
    this.again(state ?? this.screen.live);
    this.table.main.focus();
  }

  // again shows a state as if it were the first.
  again(state) {
    this.table.live = null;
    this.table.arrive(state);
  }

  async leave() {
    const { table } = this;
    const [seat] = Object.keys(prefs.tokens(table.id));
    await table.change(async () => {
      const state = await table.api.leave(seat);
      prefs.dropToken(table.id, seat);
      table.listen();
      return state;
    });
  }

  // watches says whether the reader looks on at a game that others play.
  watches({ seats }) {
    return !this.table.own() && seats.some((seat) => seat.guarded || seat.kind === 'open');
  }

  // words say so, to one who does.
  words(live) { return this.watches(live) ? t('watch.you') : ''; }

  count(watchers) {
    this.watchers = watchers;
    if (this.table.view) this.drawCount(this.table.live);
  }

  drawCount({ seats }) {
    const free = seats.some((seat) => seat.kind === 'person' && !seat.guarded);
    const words = this.watchers && !free ? t('watch.count', { n: this.watchers }) : '';
    if (this.counted.textContent !== words) this.counted.textContent = words;
  }

  draw(live) {
    this.drawCount(live);
    const open = openSeats(live);
    const plays = Boolean(this.table.own());
    this.leaving.hidden = !this.mayLeave(live);
    const key = JSON.stringify([open, plays]);
    if (this.key === key) return; // so that what has the focus keeps it
    if (this.open?.length > open.length && plays) play('ask');
    [this.key, this.open] = [key, open];
    this.element.hidden = !open.length;
    fill(this.element, open.length ? (plays ? this.invitation(live) : this.offer()) : null);
  }

  // mayLeave says whether the reader has one seat in a game with others that has not
  // begun.
  mayLeave({ seats, turns, pending, result }) {
    const others = seats.some((seat, i) => seat.kind === 'open' || (seat.guarded && !this.table.mine(`p${i + 1}`)));
    return others && Object.keys(prefs.tokens(this.table.id)).length === 1 && turns.length + pending.length === 0 && result === 'none';
  }

  // invitation has the link that brings the others.
  invitation(live) {
    return copyable(t('wait.send'), link('g', live.id));
  }

  offer() {
    const click = () => {
      this.content = false;
      this.again(this.table.live);
    };
    return [h('span', {}, t('watch.open')), button({ class: 'primary', 'data-action': 'join', click }, 'people', t('join.take'))];
  }

  // news says who has come since a state.
  news(before, state) {
    return openSeats(before).filter((seat) => state.seats[seatIndex(seat)].kind === 'person').map((seat) =>
      t('said.joined', { who: state.seats[seatIndex(seat)].name || nameOf(state.names, seat) }));
  }

  // drawButtons hides what is not for one who watches, nor before all are there.
  drawButtons(live, buttons, trying) {
    const watches = this.watches(live);
    if (watches || openSeats(live).length) for (const name of ['hint', 'draw', 'resign', 'restart', 'rematch']) buttons[name].hidden = true;
    buttons.undo.hidden = watches && !trying;
    this.table.players.change.hidden = watches;
  }
}
