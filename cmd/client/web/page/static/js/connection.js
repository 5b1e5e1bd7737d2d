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

// events is an EventSource.
export const events = (address) => (local ? new Events(address) : new EventSource(address));

const again = 1000; // ms after which a stream that broke off is opened again

// Events is what the page uses of an EventSource, over request.
class Events extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    this.control = new AbortController();
    this.readyState = EventSource.CONNECTING;
    this.open();
  }

  close() {
    this.readyState = EventSource.CLOSED;
    clearTimeout(this.timer);
    this.control.abort();
  }

  async open() {
    try {
      const reply = await request(this.address, { headers: { Accept: 'text/event-stream' }, signal: this.control.signal });
      if (!reply.ok) return this.end(EventSource.CLOSED);
      if (this.readyState === EventSource.CLOSED) return undefined;
      this.readyState = EventSource.OPEN;
      this.dispatchEvent(new Event('open'));
      await this.read(reply.body.pipeThrough(new TextDecoderStream()).getReader());
    } catch { /* it broke off */ }
    return this.end(EventSource.CONNECTING);
  }

  // end tells that the stream has ended, which begins again unless it was refused.
  end(next) {
    if (this.readyState === EventSource.CLOSED) return;
    this.readyState = next;
    this.dispatchEvent(new Event('error'));
    if (this.readyState === EventSource.CONNECTING) this.timer = setTimeout(() => this.open(), again);
  }

  async read(reader) {
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done || this.readyState === EventSource.CLOSED) return;
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
