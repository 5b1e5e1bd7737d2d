// The server's host in a worker. Every tab has such a worker, but in one browser
// only one host works at a time: the one whose worker holds the lock. It answers
// all tabs, each over a channel of its own. When its tab is closed the next worker
// gets the lock; like a server that was started again it knows all that was
// answered before, since nothing is answered before it is on the disk.

import { stdio } from './stdio.js';
import { compile, run } from './wasm.js';
import { disk } from './disk.js';

const encoder = new TextEncoder();

// engines are how many searches run at once: one core is left for the page.
const engines = Math.max(1, Math.min(3, (navigator.hardwareConcurrency || 2) - 1));

class Host {
  constructor({ place, wasm, engine }) {
    this.id = crypto.randomUUID();
    this.engineScript = engine;
    this.tabs = new Map(); // channels by the tabs' names
    this.asked = new Map(); // { channel, number } by the host's own numbers
    this.numbers = new Map(); // the host's numbers, by channel and the tab's number
    this.next = 0;
    this.early = []; // what was asked before there was who answers
    this.door = new BroadcastChannel(`quadrille ${place}`);
    this.place = place;
    this.wasm = wasm;
  }

  // start answers from now on, whoever asks.
  async start() {
    if (!globalThis.Worker) throw new Error('this browser has no workers within workers');
    this.door.addEventListener('message', ({ data }) => { if (data.hello) this.meet(data.hello); });
    this.door.postMessage({ here: this.id });
    stdio((text) => console.log(text), (text) => console.error(text));
    let told = 0;
    this.module = await compile(this.wasm, `quadrille ${location.origin}${this.place} program`, (bytes) => {
      if (bytes - told < 100000) return;
      told = bytes;
      this.door.postMessage({ loaded: bytes });
    });
    globalThis.quadrille = this.bridge();
    const status = await run(this.module, 'host');
    this.fail(`the host ended with status ${status}`);
  }

  // meet opens the channel of a tab.
  meet(name) {
    if (this.tabs.has(name)) return;
    const channel = new BroadcastChannel(`quadrille ${this.place} ${name}`);
    this.tabs.set(name, channel);
    channel.addEventListener('message', ({ data }) => this.hear(channel, name, data));
    channel.postMessage({ here: this.id, failed: this.failed });
  }

  hear(channel, name, data) {
    if (data.to !== this.id) return;
    if (data.bye) {
      for (const [number, asked] of this.asked) if (asked.channel === channel) this.cancel?.(number);
      this.tabs.delete(name);
      channel.close();
    } else if (data.cancel !== undefined) {
      const number = this.numbers.get(channel)?.get(data.cancel);
      if (number !== undefined) this.whenReady(() => this.cancel(number));
    } else {
      const number = this.next++;
      this.asked.set(number, { channel, number: data.ask });
      if (!this.numbers.has(channel)) this.numbers.set(channel, new Map());
      this.numbers.get(channel).set(data.ask, number);
      const body = data.body === undefined ? null : encoder.encode(data.body);
      this.whenReady(() => this.ask(number, data.method, data.address, data.headers, body));
    }
  }

  whenReady(run) {
    if (this.ask) run();
    else this.early.push(run);
  }

  fail(why) {
    this.failed = why;
    for (const channel of this.tabs.values()) channel.postMessage({ here: this.id, failed: why });
  }

  // tell says something of an answer to who asked.
  tell(number, what) {
    const to = this.asked.get(number);
    to?.channel.postMessage({ from: this.id, answer: to.number, ...what });
  }

  // bridge is what the program and this script tell each other through.
  bridge() {
    return {
      engines,
      disk: disk(`quadrille ${this.place}`),
      ready: (ask, cancel) => {
        Object.assign(this, { ask, cancel });
        for (const run of this.early.splice(0)) run();
      },
      failed: (why) => this.fail(why),
      begin: (number, status, headers) => this.tell(number, { status, headers }),
      part: (number, bytes) => this.tell(number, { part: bytes }),
      end: (number) => {
        this.tell(number, { end: true });
        const { channel, number: theirs } = this.asked.get(number);
        this.asked.delete(number);
        this.numbers.get(channel)?.delete(theirs);
      },
      engine: (onText, onEnd) => this.engine(onText, onEnd),
    };
  }

  // engine starts an engine, whose texts go to onText, and why it failed to onEnd.
  engine(onText, onEnd) {
    const worker = new Worker(this.engineScript);
    let alive = true;
    let complaint = '';
    worker.addEventListener('message', ({ data }) => {
      if (!alive) return;
      if (data.out) onText(data.out);
      if (data.err) complaint = (complaint + data.err).slice(-2000);
      if (data.status !== undefined) onEnd(data.status ? complaint || `exit status ${data.status}` : '');
    });
    worker.addEventListener('error', (event) => { if (alive) onEnd(event.message || 'the worker of the engine failed'); });
    worker.postMessage({ module: this.module });
    return {
      send: (text) => worker.postMessage(text),
      kill: () => {
        alive = false;
        worker.terminate();
      },
    };
  }
}

// The message is { place, wasm, engine }: what tells this folder from others of the
// same origin, and the addresses of the program and of the engine's script.
addEventListener('message', ({ data }) => {
  navigator.locks.request(`quadrille ${data.place}`, async () => {
    const host = new Host(data);
    await host.start().catch((error) => host.fail(String(error)));
    await new Promise(() => {}); // for as long as this worker lives
  });
}, { once: true });
