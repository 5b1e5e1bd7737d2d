// The page's end of the channel to the host, which answers as a server would.

// lacks names what this browser has not got and cannot play without; null when it
// has everything.
export function lacks() {
  const needed = {
    WebAssembly: globalThis.WebAssembly, Worker: globalThis.Worker, BroadcastChannel: globalThis.BroadcastChannel,
    DecompressionStream: globalThis.DecompressionStream, indexedDB: globalThis.indexedDB, 'navigator.locks': navigator.locks,
  };
  return Object.keys(needed).find((name) => !needed[name]) ?? null;
}

export class Link {
  // local is what the page was told of the folder; told(state) is called with
  // { loaded: bytes }, { open: true } or { failed: text } as it changes.
  constructor(local, told) {
    this.local = local;
    this.told = told;
    this.place = new URL('.', document.baseURI).pathname;
    this.host = null; // the id of the host that answers
    this.next = 0;
    this.pending = new Map(); // by number
    this.waiting = []; // requests to be sent when there is a host
    this.open();
    addEventListener('pagehide', () => this.close());
    addEventListener('pageshow', ({ persisted }) => { if (persisted) this.open(); });
  }

  open() {
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
    this.worker.addEventListener('error', (event) => this.told({ failed: event.message || 'the worker cannot be loaded' }));
    this.worker.postMessage({ place: this.place, wasm: at(this.local.wasm), engine: at(this.local.engine) });
    hello();
  }

  // close gives up the lock, so that another tab's worker goes on: a page that is
  // put aside does not answer.
  close() {
    this.channel.postMessage({ to: this.host, bye: true });
    this.worker.terminate();
    this.door.close();
    this.channel.close();
    this.lose();
  }

  // lose gives up what a host that is gone was asked.
  lose() {
    this.host = null;
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const { fail } of lost) fail(new TypeError('the host is gone'));
  }

  hear(data) {
    if (data.here && data.here !== this.host) this.meet(data.here);
    if (data.failed) this.told({ failed: data.failed });
    if (data.from === this.host && data.answer !== undefined) this.pending.get(data.answer)?.hear(data);
  }

  // meet asks a new host, which listens to this tab from now on, what waits.
  meet(id) {
    this.lose();
    this.host = id;
    for (const send of this.waiting.splice(0)) send();
  }

  // request is fetch.
  request(address, { method = 'GET', headers = {}, body, signal } = {}) {
    return new Promise((resolve, reject) => {
      const number = this.next++;
      let stream = null;
      const forget = () => this.pending.delete(number);
      const cancel = () => {
        if (forget() && this.host) this.channel.postMessage({ to: this.host, cancel: number });
      };
      const fail = (error) => {
        forget();
        reject(error);
        stream?.error(error);
      };
      const bytes = new ReadableStream({ start: (to) => { stream = to; }, cancel });
      const hear = ({ status, headers: list, part, end }) => {
        if (status) {
          this.told({ open: true });
          resolve(new Response(status === 204 || status === 304 ? null : bytes, { status, headers: list }));
        }
        if (part) stream.enqueue(part);
        if (end) {
          forget();
          stream.close();
        }
      };
      const send = () => {
        if (signal?.aborted) return;
        this.pending.set(number, { hear, fail });
        this.channel.postMessage({ to: this.host, ask: number, method, address, headers: Object.entries(headers), body });
      };
      signal?.addEventListener('abort', () => {
        cancel();
        fail(signal.reason);
      });
      if (this.host) send();
      else this.waiting.push(send);
    });
  }
}
