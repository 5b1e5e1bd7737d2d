// Short sounds, which the browser's synthesizer makes: there are no files.

import * as prefs from './prefs.js';

// Each is a list of strokes: the pitch in hertz, when it begins and how long it
// rings in seconds, and how loud it is.
const sounds = {
  move: [[330, 0, 0.1, 1], [1240, 0, 0.03, 0.4]],
  reply: [[247, 0, 0.12, 1], [930, 0, 0.03, 0.4]],
  end: [[392, 0, 0.5, 0.6], [523, 0.14, 0.5, 0.6], [659, 0.28, 0.9, 0.6]],
  low: [[880, 0, 0.12, 0.6], [880, 0.2, 0.12, 0.6]],
  ask: [[587, 0, 0.3, 0.5], [784, 0.12, 0.4, 0.5]],
};

const loudness = 0.3;
const late = 300; // ms after which a sound that had to wait is not made any more
const rest = 5000; // ms without a sound after which the synthesizer sleeps

let context = null;
let sleep = 0;

export const isOn = () => prefs.get('sound') !== 'off';
export const turn = (on) => prefs.set('sound', on ? null : 'off');

// play makes a sound: "move" for the reader's own, "reply" for another's,
// "end" of a game, "low" for a clock that runs out, "ask" for what somebody asks.
// A browser makes none before the reader has pressed something; those are left
// out, not kept for later.
export async function play(name) {
  if (!isOn() || !navigator.userActivation?.hasBeenActive || !window.AudioContext) return;
  context ??= new AudioContext();
  const asked = performance.now();
  if (context.state !== 'running') await context.resume();
  if (performance.now() - asked > late) return;
  for (const stroke of sounds[name]) strike(...stroke);
  clearTimeout(sleep);
  sleep = setTimeout(() => context.suspend(), rest);
}

function strike(pitch, after, length, loud) {
  const begin = context.currentTime + after;
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(loudness * loud, begin + 0.005);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
}

// after makes the sound of what has happened to a game since the state before;
// own says whether a seat is the reader's.
export function after(before, state, own) {
  const begun = state.pending.length > before.pending.length;
  if (state.result !== 'none' && before.result === 'none') play('end');
  else if (state.turns.length > before.turns.length || begun) play(own(before.turn) ? 'move' : 'reply');
}
