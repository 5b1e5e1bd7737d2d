// How the page reaches who answers it: a server, or in a folder of static files the
// host in a worker.

import { local, embedded } from './place.js';

let link = null;
let state = {};
const told = new Set();

function tell(news) {
  if (news.open && state.open) return;
  state = news;
  for (const hear of told) hear(state);
}

// onState has hear called with how the worker's host is reached, at once and when
// it changes: { loaded: bytes }, { open: true }, { lacks: what the browser has not
// got, insecure: whether that is because the page came without https }, or { failed: a
// text, or what is wrong with a file, as fault.js says it }. With a server nothing is
// told. It returns what ends it.
export function onState(hear) {
  if (!local) return () => {};
  told.add(hear);
  hear(state);
  return () => told.delete(hear);
}

async function toHost() {
  link ??= import('./local/link.js').then(({ Link, lacks }) => {
    const missing = lacks(embedded);
    if (!missing) return new Link(local, tell, embedded);
    tell({ lacks: missing, insecure: !isSecureContext });
    throw new TypeError(`this browser has no ${missing}`);
  });
  return link;
}

// What plays takes the longest of all to start, so it starts first.
if (local) toHost().catch((error) => { if (!state.lacks) tell({ failed: String(error) }); }); // who asks is told too

// request is fetch.
export async function request(address, init) {
  return local ? (await toHost()).request(address, init) : fetch(address, init);
}

// silence is for how many ms nothing is heard of a server that is there: a stream says so
// every 15 seconds, and an answer has begun.
export const silence = 35000;
const often = 5000; // ms between two looks

// Events reads a stream of server-sent events over request, as an EventSource does. A
// connection may die without a word, as when a computer has slept or has gone to another
// network; an EventSource does not tell of that, nor of the comments by which a server
// says that it is there. When the stream has ended for any reason an event error comes;
// refused says whether the server did not want it.
export class Events extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    this.control = new AbortController();
    this.refused = false;
    this.ended = false;
    this.heard = Date.now(); // which goes on while a computer sleeps, as other clocks need not
    if (!local) this.timer = setInterval(() => { if (Math.abs(Date.now() - this.heard) > silence) this.end(); }, often);
    this.open();
  }

  close() {
    this.ended = true;
    clearInterval(this.timer);
    this.control.abort();
  }

  async open() {
    try {
      const reply = await request(this.address, { headers: { Accept: 'text/event-stream' }, signal: this.control.signal });
      this.refused = !reply.ok;
      if (reply.ok && !this.ended) {
        this.heard = Date.now();
        this.dispatchEvent(new Event('open'));
        await this.read(reply.body.pipeThrough(new TextDecoderStream()).getReader());
      }
    } catch { /* it broke off */ }
    this.end();
  }

  // end tells that the stream has ended.
  end() {
    if (this.ended) return;
    this.close();
    this.dispatchEvent(new Event('error'));
  }

  async read(reader) {
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done || this.ended) return;
      this.heard = Date.now();
      const parts = (text + value).split('\n\n');
      text = parts.pop();
      for (const part of parts) this.tell(part);
    }
  }

  // tell dispatches an event as the server wrote it, which has one line of data.
  tell(part) {
    let type = 'message';
    let data = null;
    for (const line of part.split('\n')) {
      if (line.startsWith('event: ')) type = line.slice(7);
      if (line.startsWith('data: ')) data = line.slice(6);
    }
    if (data !== null) this.dispatchEvent(new MessageEvent(type, { data }));
  }
}
