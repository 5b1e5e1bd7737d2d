// What players ask each other for, such as to start over, and the way on from a
// game that is over to its rematch.

import { h, button, fill } from './dom.js';
import * as dialogs from './dialogs.js';
import { t } from './i18n.js';
import { seatIndex, whoPlays } from './seats.js';
import * as prefs from './prefs.js';
import { play } from './sound.js';
import { address, go } from './place.js';

// carry keeps the tokens of a game for its rematch, in which everybody has
// moved up by one seat.
function carry(live, later) {
  const count = live.seats.length;
  for (const [seat, token] of Object.entries(prefs.tokens(live.id))) {
    prefs.keepToken(later, `p${((seatIndex(seat) + count - 1) % count) + 1}`, token);
  }
}

function goOn(live, later) {
  carry(live, later);
  go(address('g', later));
}

// rematch goes to the rematch of a table's game, which is made where there is
// none yet.
export const rematch = (table) => table.change(async () => {
  const { live } = table;
  const { id } = await table.api.rematch(table.own());
  goOn(live, id);
});

// offerDraw offers a draw. Who speaks for both sides is asked, since it ends the
// game; who only holds the other's link as well speaks for himself.
export async function offerDraw(table) {
  const { seats } = table.live;
  const seat = table.self() || table.own();
  const alone = table.self() && seats[seatIndex(seat)].guarded;
  const both = !alone && table.hand().length === seats.length;
  if (both && !(await dialogs.confirm(t('ask.draw'), t('do.draw')))) return;
  await table.change(() => table.api.draw(seat));
}

// Requests shows what is asked for, with the answers that the reader may give.
export class Requests {
  constructor(table) {
    this.table = table;
    this.element = h('div', { class: 'banner request', role: 'status', hidden: true });
  }

  draw(live) {
    this.note(live);
    const key = JSON.stringify([live.request, live.later, this.refused, live.turns.length]);
    if (this.key === key) return; // so that a button keeps the focus
    this.key = key;
    const shown = live.request ? this.asked(live) : live.later ? this.later(live) : this.refused ? [h('span', {}, this.refused)] : null;
    if (live.request?.waits.some((seat) => this.table.mine(seat))) play('ask');
    this.element.hidden = !shown;
    fill(this.element, shown);
  }

  // note sees that what the reader has asked for was refused: it is gone, and
  // nothing else has happened. That is said until something does.
  note(live) {
    const { before } = this;
    this.before = { request: live.request, version: live.version, at: `${live.turns.length} ${live.pending.length} ${live.result}` };
    if (!before || before.version === live.version) return;
    const mine = before.request && !live.request && this.own(before.request.by) && before.at === this.before.at;
    this.refused = mine && !this.withdrawn ? t(`request.refused.${before.request.what}`) : null;
    this.withdrawn = false;
  }

  // own says whether a seat is the reader's and he has no other.
  own(seat) {
    const hand = this.table.hand();
    return (this.table.self() || (hand.length === 1 && hand[0])) === seat;
  }

  asked(live) {
    const { request } = live;
    const name = (seat) => whoPlays(live, seat);
    const taken = live.turns.length - request.left + (live.pending.length ? 1 : 0);
    const whose = this.own(request.by) ? 'own' : 'other';
    const what = request.what === 'undo' && !taken ? 'reopen' : request.what;
    const words = t(`request.${whose}.${what}`, { who: name(request.by), n: taken });
    const mine = request.waits.find((seat) => this.table.mine(seat));
    const asks = request.agreed.find((seat) => this.table.mine(seat));
    return [
      h('span', {}, words, mine ? null : ` ${t('request.waits', { seats: request.waits.map(name).join(', ') })}`),
      h('span', { class: 'row' },
        mine ? this.answer('agree', true, mine) : null,
        mine ? this.answer('refuse', false, mine) : asks ? this.answer('withdraw', false, asks) : null),
    ];
  }

  answer(name, agree, seat) {
    const click = () => {
      this.withdrawn = name === 'withdraw';
      return this.table.change(() => this.table.api.answer({ agree, version: this.table.live.version }, seat));
    };
    return button({ class: agree ? 'primary' : '', 'data-action': name, click }, null, t(`do.${name}`));
  }

  later(live) {
    const click = (event) => {
      event.preventDefault();
      goOn(live, live.later);
    };
    return [h('span', {}, t('request.later')), h('a', { class: 'button', 'data-action': 'later', href: address('g', live.later), click }, t('request.go'))];
  }
}
