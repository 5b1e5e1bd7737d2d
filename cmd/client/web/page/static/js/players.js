// The list of players: who plays each seat, whose turn it is, the scores.

import { h, button, fill } from './dom.js';
import { t, number } from './i18n.js';
import { seatName, seatIndex, seatMark } from './seats.js';
import { viewFor } from './boards/index.js';

// engineName is what people call an engine: its level, or the name of somebody's
// own.
export function engineName(seat) {
  if (!seat.engine) return t('seats.engineLevel', { level: number(seat.level || 10) });
  return seat.away ? t('seats.away', { name: seat.engine }) : seat.engine;
}

// taggedLevel is what people call the level that a record's tag names, if it names one.
export function taggedLevel(tag) {
  const level = tag.match(/^engine level (\d+(\.\d)?)$/)?.[1];
  return level && engineName({ level: Number(level) });
}

// seatHead is how a seat is shown before who has it.
export const seatHead = (live, id) => [seatMark(live.game, live.names, seatIndex(id)), h('span', { class: 'name' }, seatName(live.names, seatIndex(id)))];

// whoSits says who has a seat, to one who may take another.
export function whoSits(seat) {
  if (seat.kind === 'open') return t('seats.free');
  return seat.kind === 'engine' ? engineName(seat) : seat.name || t('seats.person');
}

export class Players {
  constructor(table) {
    this.table = table;
    this.list = h('ul', { class: 'players' });
    this.change = button({ class: 'quiet', 'data-action': 'seats', click: () => table.changeSeats() }, 'people', t('do.seats'));
    this.element = h('section', { class: 'box', 'aria-label': t('seats.title') }, this.list, this.change);
  }

  draw(live, shown) {
    fill(this.list, live.seats.map((seat, i) => this.row(live, shown, seat, i)));
  }

  row(live, shown, seat, i) {
    const id = `p${i + 1}`;
    const acts = shown.result === 'none' && shown.turn === id;
    const who = seat.kind === 'person' && !seat.name && this.table.mine(id) ? t('seats.you') : whoSits(seat);
    const gone = live.clock?.out?.includes(id) ? t('clock.out') : '';
    const words = [who, gone].filter(Boolean).join(' · ');
    const view = viewFor(live.game);
    const score = view.scores !== false && shown.scores?.[i];
    return h('li', { class: acts ? 'acts' : '', 'data-seat': id, 'aria-current': acts ? 'true' : null },
      seatHead(live, id),
      h('span', { class: 'who', title: words }, h('bdi', {}, words), seat.name && seat.guarded && this.table.mine(id) ? h('span', {}, t('seats.yours')) : null, live.thinking === id ? h('span', { class: 'thinking', role: 'img', 'aria-label': t('seats.thinking') }) : null),
      h('span', { class: 'score', title: t('seats.score') }, typeof score === 'number' ? number(view.points?.(score, shown, id) ?? score) : ''));
  }
}
