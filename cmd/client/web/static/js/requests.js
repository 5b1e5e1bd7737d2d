// What players ask each other for, such as to start over, and the way on from a
// game that is over to its rematch.

import { h, button, fill } from './dom.js';
import { t } from './i18n.js';
import { seatIndex, nameOf } from './seats.js';
import * as prefs from './prefs.js';
import { play } from './sound.js';

// carry keeps the tokens of a game for its rematch, in which everybody has
// moved up by one seat.
function carry(live, later) {
  const count = live.seats.length;
  for (const [seat, token] of Object.entries(prefs.tokens(live.id))) {
    prefs.keepToken(later, `p${((seatIndex(seat) + count - 1) % count) + 1}`, token);
  }
}

function go(live, later) {
  carry(live, later);
  location.assign(`/g/${later}`);
}

// rematch goes to the rematch of a table's game, which is made where there is
// none yet.
export const rematch = (table) => table.change(async () => {
  const { live } = table;
  const { id } = await table.api.rematch(table.own());
  go(live, id);
});

// Requests shows what is asked for, with the answers that the reader may give.
export class Requests {
  constructor(table) {
    this.table = table;
    this.element = h('div', { class: 'banner request', role: 'status', hidden: true });
  }

  draw(live) {
    const key = JSON.stringify([live.request, live.later]);
    if (this.key === key) return; // so that a button keeps the focus
    this.key = key;
    this.element.hidden = !live.request && !live.later;
    if (live.request?.waits.some((seat) => this.table.mine(seat))) play('ask');
    fill(this.element, live.request ? this.asked(live) : live.later ? this.later(live) : null);
  }

  asked({ request, names }) {
    const name = (seat) => nameOf(names, seat);
    const words = t(`request.${request.what}`, { seat: name(request.by), n: request.left });
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
    const click = () => this.table.change(() => this.table.api.answer({ agree, version: this.table.live.version }, seat));
    return button({ class: agree ? 'primary' : '', 'data-action': name, click }, null, t(`do.${name}`));
  }

  later(live) {
    const click = (event) => {
      event.preventDefault();
      go(live, live.later);
    };
    return [h('span', {}, t('request.later')), h('a', { class: 'button', 'data-action': 'later', href: `/g/${live.later}`, click }, t('request.go'))];
  }
}
