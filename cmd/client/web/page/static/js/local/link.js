// The page's end of the channel to the host, which answers as a server would.

import { fault } from './fault.js';

// vectors says whether WebAssembly has those that the program uses: whether a module may
// have a function that returns one.
const vectors = () => WebAssembly.validate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123));

// lacks names what this browser has not got and cannot play without; null when it
// has everything. What keeps nothing needs less.
export function lacks(forgetful) {
  const needed = {
    WebAssembly: globalThis.WebAssembly, Worker: globalThis.Worker, BroadcastChannel: globalThis.BroadcastChannel,
    'WebAssembly SIMD': globalThis.WebAssembly && vectors(), DecompressionStream: globalThis.DecompressionStream, 'crypto.randomUUID': globalThis.crypto?.randomUUID,
  };
  if (!forgetful) Object.assign(needed, { indexedDB: globalThis.indexedDB, 'navigator.locks': navigator.locks });
  return Object.keys(needed).find((name) => !needed[name]) ?? null;
}

export class Link {
  // local is what the page was told of the folder; told(state) is called with
  // { loaded: bytes }, { open: true } or { failed } as it changes, as onState has it. One that is
  // forgetful has a host to itself, which keeps nothing: what a browser lets the
  // frames of other pages share and keep differs.
  constructor(local, told, forgetful) {
    this.local = local;
    this.told = told;
    this.forgetful = forgetful;
    this.place = new URL('.', document.baseURI).pathname + (forgetful ? ` ${crypto.randomUUID()}` : '');
    this.host = null; // the id of the host that answers
    this.next = 0;
    this.pending = new Map(); // by number
    this.waiting = []; // requests to be sent when there is a host
    this.worker = null; // while the page is not put aside
    this.open();
    addEventListener('pagehide', () => this.close());
    addEventListener('pageshow', () => this.open());
    document.addEventListener('freeze', () => this.close());
    document.addEventListener('resume', () => this.open());
  }

  open() {
    if (this.worker) return;
    const name = crypto.randomUUID();
    this.door = new BroadcastChannel(`quadrille ${this.place}`);
    this.channel = new BroadcastChannel(`quadrille ${this.place} ${name}`);
    const hello = () => this.door.postMessage({ hello: name });
    this.door.addEventListener('message', ({ data }) => {
      if (data.loaded !== undefined) this.told({ loaded: data.loaded });
      if (data.here && data.here !== this.host) hello();
    });
    this.channel.addEventListener('message', ({ data }) => this.hear(data));
    const at = (file) => new URL(file, document.baseURI).href;
    this.worker = new Worker(at(this.local.host));
    const { host, digests } = this.local;
    this.worker.addEventListener('error', async ({ message }) => {
      this.told({ failed: await fault(at(host), digests.host, true) ?? (message || 'the worker cannot be loaded') });
    });
    this.worker.postMessage({
      place: this.place, wasm: at(this.local.wasm), engine: at(this.local.engine), digests, kept: !this.forgetful && Boolean(navigator.serviceWorker?.controller), forgetful: this.forgetful,
    });
    hello();
  }

  // close gives up the lock, so that another tab's worker goes on: a page that is
  // put aside does not answer.
  close() {
    if (!this.worker) return;
    this.channel.postMessage({ to: this.host, bye: true });
    this.worker.terminate();
    this.worker = null;
    this.door.close();
    this.channel.close();
    this.lose();
  }

  // lose gives up what a host that is gone had begun to answer. What it had not
  // is asked again of the next: a change names the version that it is of, and a new
  // game has a key, so nothing is made twice.
  lose() {
    this.host = null;
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const asked of lost) {
      if (asked.begun) asked.fail(new TypeError('the host is gone'));
      else this.waiting.push(asked);
    }
  }

  hear(data) {
    if (data.here && data.here !== this.host) this.meet(data.here);
    if (data.failed) this.told({ failed: data.failed });
    if (data.open) this.told({ open: true });
    if (data.from === this.host && data.answer !== undefined) this.pending.get(data.answer)?.hear(data);
  }

  // meet asks a new host, which listens to this tab from now on, what waits.
  meet(id) {
    this.lose();
    this.host = id;
    for (const asked of this.waiting.splice(0)) asked.send();
  }

  // request is fetch.
  request(address, init = {}) {
    const asked = new Asked(this, this.next++, address, init);
    if (this.host) asked.send();
    else this.waiting.push(asked);
    return asked.reply;
  }
}

// Asked is a request and what has come of its answer.
class Asked {
  constructor(link, number, address, { method = 'GET', headers = {}, body, signal }) {
    this.link = link;
    this.number = number;
    this.what = { ask: number, method, address, headers: Object.entries(headers), body };
    this.signal = signal;
    this.begun = false;
    this.reply = new Promise((resolve, reject) => { Object.assign(this, { resolve, reject }); });
    this.bytes = new ReadableStream({ start: (to) => { this.stream = to; }, cancel: () => this.cancel() });
    signal?.addEventListener('abort', () => {
      this.cancel();
      this.fail(signal.reason);
    });
  }

  send() {
    if (this.signal?.aborted) return;
    this.link.pending.set(this.number, this);
    this.link.channel.postMessage({ to: this.link.host, ...this.what });
  }

  // cancel tells the host that nobody waits for the answer any more.
  cancel() {
    if (this.forget() && this.link.host) this.link.channel.postMessage({ to: this.link.host, cancel: this.number });
  }

  forget() { return this.link.pending.delete(this.number); }

  fail(error) {
    this.forget();
    this.reject(error);
    this.stream.error(error);
  }

  // hear takes a piece of the answer: its beginning, a part of its body, or its end.
  hear({ status, headers, part, end }) {
    if (status) {
      this.begun = true;
      this.resolve(new Response(status === 204 || status === 304 ? null : this.bytes, { status, headers }));
    }
    if (part) this.stream.enqueue(part);
    if (end) {
      this.forget();
      this.stream.close();
    }
  }
}
