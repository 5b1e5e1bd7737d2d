// Sentences about a state.

import { t, tOr } from './i18n.js';
import { seatName } from './seats.js';

const name = (state, seat) => seatName(state.names, Number(seat.slice(1)) - 1);

// resultText says how a game ended and why.
export function resultText(state) {
  const reason = tOr('reason.', state.reason, state.reason);
  if (state.result === 'draw') return t('result.draw', { reason });
  return t('result.win', { seat: name(state, state.result.replace('win', '')), reason });
}

// statusText says where a game stands: who is to act, or how it ended.
export function statusText(state, mine, past) {
  if (state.result !== 'none') return resultText(state);
  const seat = name(state, state.turn);
  if (past) return t('status.past', { seat });
  if (state.thinking) return t('status.thinking', { seat: name(state, state.thinking) });
  return mine ? t('status.mine', { seat }) : t('status.theirs', { seat });
}
