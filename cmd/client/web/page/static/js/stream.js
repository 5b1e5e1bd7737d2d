// The event stream of a game: the present state at once, then every change.
//
// A browser has only six connections for a server without TLS, however many
// tabs there are, and a stream holds one for as long as it lasts. So streams
// tell each other when they open, over a channel that all tabs share; one that
// hears of enough newer ones closes, and its tab asks now and then instead,
// until it is looked at again. Without a server there are no connections to save.

import { t } from './i18n.js';
import { doubt, local } from './place.js';
import { Events } from './connection.js';

const waits = [500, 1000, 2000, 5000, 10000];
const lasting = 10000; // ms after which a stream that ends is no sign that the next one will
const room = local ? Infinity : 3; // streams of a browser at once
const often = 3000; // ms between two questions of a tab without a stream
const unseen = 60000; // ms after which a tab that nobody looks at has no stream

// source opens an event stream and says when it should end, as there are enough
// newer ones or its page is left. It returns the Events and leave, which ends
// them and is called once.
export function source(address, gone) {
  const events = new Events(address);
  const channel = new BroadcastChannel('quadrille.streams');
  const name = Math.random();
  const newer = new Set();
  const leave = () => {
    events.close();
    channel.postMessage({ name, open: false });
    channel.close();
    removeEventListener('pagehide', gone);
  };
  channel.postMessage({ name, open: true });
  channel.addEventListener('message', ({ data }) => {
    if (data.open) newer.add(data.name);
    else newer.delete(data.name);
    if (newer.size >= room) gone();
  });
  addEventListener('pagehide', gone);
  return { events, leave };
}

// showLink says at the head of the page how the server is reached: 'open', 'lost',
// or 'gone' where there is nothing to be heard.
export function showLink(link) {
  const el = document.getElementById('link');
  el.dataset.link = link;
  const words = link === 'gone' ? '' : t(`link.${link}`);
  if (el.textContent !== words) el.textContent = words; // or it would be read out again
}

// follow calls onState with every state and onLink with 'open', 'lost', or 'gone' when
// it has ended because there is nothing to follow any more; ask gets a state by an
// ordinary request. It returns a function that ends it. Of a stream with several kinds
// of events onState is told the kind too.
export function follow(address, ask, onState, onLink, kinds = ['state']) {
  let stream = null;
  let timer = 0;
  let sleep = 0;
  let tries = 0;
  let since = 0; // when the stream was opened

  const rest = () => {
    clearTimeout(timer);
    stream?.leave();
    timer = 0;
    stream = null;
  };
  const later = (run, ms) => { rest(); timer = setTimeout(run, ms); };
  const open = () => {
    rest();
    stream = source(address, () => later(poll, often));
    stream.events.addEventListener('open', () => { since = Date.now(); onLink('open'); });
    for (const kind of kinds) stream.events.addEventListener(kind, (event) => onState(JSON.parse(event.data), kind));
    stream.events.addEventListener('error', lost);
  };
  const end = () => {
    clearTimeout(sleep);
    rest();
    for (const [target, type, run] of on) target.removeEventListener(type, run);
  };
  const fails = (error) => {
    if (error.code === 'not-found') end();
    onLink(error.code === 'not-found' ? 'gone' : 'lost');
  };
  // Events do not say why they were refused: that is asked before others are opened.
  const lost = () => {
    onLink('lost');
    if (Date.now() - since > lasting) tries = 0;
    if (!stream?.events.refused) doubt();
    later(retry, waits[Math.min(tries++, waits.length - 1)]);
  };
  const retry = async () => {
    const mine = timer;
    try {
      await ask();
      if (timer === mine) open();
    } catch (error) {
      if (timer === mine) fails(error);
      if (timer === mine) later(retry, waits[Math.min(tries++, waits.length - 1)]);
    }
  };
  const poll = async () => {
    const mine = timer;
    try {
      const state = await ask();
      if (timer !== mine) return;
      onLink('open');
      onState(state);
    } catch (error) {
      if (timer === mine) fails(error);
    }
    if (timer === mine) later(poll, often);
  };
  const look = () => {
    clearTimeout(sleep);
    if (document.hidden) sleep = setTimeout(rest, unseen);
    else if (!stream) open();
  };
  // A page that was put aside would hear late what came meanwhile, and take its clocks for new.
  const resume = () => {
    open();
    look();
  };
  const on = [[window, 'online', look], [window, 'focus', look], [window, 'pagehide', rest], [window, 'pageshow', look],
    [document, 'freeze', rest], [document, 'resume', resume], [document, 'visibilitychange', look]];
  for (const [target, type, run] of on) target.addEventListener(type, run);
  open();
  return end;
}
