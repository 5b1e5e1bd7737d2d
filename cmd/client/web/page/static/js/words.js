// Sentences about a state.

import { t, tOr } from './i18n.js';
import { acting, nameOf, openSeats } from './seats.js';

// mustPass says whether the side to move can do nothing else.
export const mustPass = ({ legal }) => legal.length === 1 && legal[0] === 'pass';

// endFor is 'win', 'loss' or 'draw' for the seat of the reader, and '' for one
// who has none.
export function endFor(state, self) {
  if (state.result === 'none' || !self) return '';
  if (state.result === 'draw') return 'draw';
  return state.result === `${self}win` ? 'win' : 'loss';
}

// resultText says how a game ended and why, to the holder of a seat or to
// somebody who looks on.
function resultText(state, self) {
  const reason = tOr('reason.', state.reason, state.reason);
  if (state.result === 'draw') return t('result.draw', { reason: tOr('reason.draw.', state.reason, reason) });
  const seat = nameOf(state.names, state.result.replace('win', ''));
  const end = endFor(state, self);
  if (end === 'win') return t('result.you.win', { reason });
  if (end === 'loss') return state.reason === 'resign' ? t('result.you.gaveUp', { seat }) : t('result.you.loss', { seat, reason });
  return t('result.win', { seat, reason });
}

// statusText says where a game stands: who is to act, or how it ended; to the
// holder of a seat it says whether that is his.
export function statusText(state, mine = false, past = false, self = null) {
  if (state.result !== 'none') return resultText(state, self);
  const open = openSeats(state);
  const seat = acting(state);
  if (past) return t('status.past', { seat });
  if (open.length) return open.length > 1 ? t('status.open', { n: open.length }) : t('status.waits', { seat: nameOf(state.names, open[0]) });
  if (state.stuck) return t('status.stuck', { seat: nameOf(state.names, state.thinking), why: state.stuck });
  if (state.thinking) return t('status.thinking', { seat: state.thinking === state.turn ? seat : nameOf(state.names, state.thinking) });
  return mine ? t('status.mine', { seat }) : t('status.theirs', { seat });
}
