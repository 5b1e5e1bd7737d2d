// The server's host in a worker. Every tab has such a worker, but in one browser
// only one host works at a time: the one whose worker holds the lock. It answers
// all tabs, each over a channel of its own. When its tab is closed the next worker
// gets the lock; like a server that was started again it knows all that was
// answered before, since nothing is answered before it is on the disk. The host of a
// board in a frame of another page is that frame's alone, and keeps nothing.

import { stdio } from './stdio.js';
import { compile, keep, run } from './wasm.js';
import { disk } from './disk.js';
import { stored } from './files.js';
import { fault } from './fault.js';

const encoder = new TextEncoder();

// memory is that of the device in GiB, where that is told.
const memory = navigator.deviceMemory ?? 8;

// engines are how many searches run at once, each in a worker: one core is left for the
// page, and a device with little memory has one.
const engines = memory <= 2 ? 1 : Math.max(1, Math.min(3, (navigator.hardwareConcurrency || 2) - 1));

// small is whether the device has too little memory for a worker that solves a game.
const small = memory <= 1;

class Host {
  constructor({ place, wasm, engine, digests, kept, forgetful }) {
    Object.assign(this, { place, wasm, engineScript: engine, digests, kept, id: crypto.randomUUID() });
    this.disk = forgetful ? null : disk(`quadrille ${place}`);
    this.files = forgetful ? null : `quadrille ${place} files`; // the database that has the files of all programs
    this.tabs = new Map(); // { channel, asked: the numbers of what is being answered } by the tabs' names
    this.door = new BroadcastChannel(`quadrille ${place}`);
    this.answering = new Promise((resolve) => { this.answers = resolve; }); // { ask, cancel } of who answers
  }

  // start answers from now on, whoever asks.
  async start() {
    if (!globalThis.Worker) throw new Error('this browser has no workers within workers');
    this.door.addEventListener('message', ({ data }) => { if (data.hello) this.meet(data.hello); });
    this.door.postMessage({ here: this.id });
    stdio((text) => console.log(text), (text) => console.error(text));
    const program = `quadrille ${location.origin}${this.place} program`;
    let told = 0;
    this.disk?.warm();
    this.module = await compile(this.wasm, this.kept ? program : null, (bytes) => {
      if (bytes - told < 100000) return;
      told = bytes;
      this.door.postMessage({ loaded: bytes });
    }).catch(async (error) => { throw await fault(this.wasm, this.digests.wasm) ?? error; });
    if (this.kept) this.answering.then(() => keep(this.wasm, program));
    globalThis.quadrille = this.bridge();
    const status = await run(this.module, ['host'], stored(this.files));
    this.fail(`the host ended with status ${status}`);
  }

  // meet opens the channel of a tab.
  meet(name) {
    if (this.tabs.has(name)) return;
    const tab = { channel: new BroadcastChannel(`quadrille ${this.place} ${name}`), asked: new Set() };
    this.tabs.set(name, tab);
    tab.channel.addEventListener('message', ({ data }) => { if (data.to === this.id) this.hear(name, tab, data); });
    tab.channel.postMessage({ here: this.id, failed: this.failed, open: this.open });
  }

  // hear takes what a tab says: that it goes, that it does not wait for an answer any
  // more, or what it asks. To who answers, a request has the name of its tab and the
  // number that it has there.
  hear(name, tab, data) {
    if (data.bye) {
      this.tabs.delete(name); // what still comes for it goes nowhere
      tab.channel.close();
      for (const number of tab.asked) this.answering.then(({ cancel }) => cancel(`${name} ${number}`));
    } else if (data.cancel !== undefined) {
      this.answering.then(({ cancel }) => cancel(`${name} ${data.cancel}`));
    } else {
      tab.asked.add(data.ask);
      const body = data.body === undefined ? null : encoder.encode(data.body);
      this.answering.then(({ ask }) => ask(`${name} ${data.ask}`, data.method, data.address, data.headers, body));
    }
  }

  // fail says why nothing plays any more, a text or what is wrong with a file. The first
  // reason stays: that the program then ends is its consequence.
  fail(why) {
    this.failed ??= why;
    this.open = false; // or a tab that comes later would be told that too
    this.tellAll({ failed: this.failed });
  }

  // serve has requests answered from now on.
  serve(ask, cancel) {
    this.answers({ ask, cancel });
    this.open = true;
    this.tellAll({ open: true });
  }

  // tellAll says something of the host to all tabs.
  tellAll(what) {
    for (const { channel } of this.tabs.values()) channel.postMessage({ here: this.id, ...what });
  }

  // tell says something of an answer to the tab that asked, if it is still there.
  tell(request, what) {
    const [name, number] = request.split(' ');
    const tab = this.tabs.get(name);
    tab?.channel.postMessage({ from: this.id, answer: Number(number), ...what });
    if (what.end) tab?.asked.delete(Number(number));
  }

  // bridge is what the program and this script tell each other through.
  bridge() {
    return {
      engines,
      small,
      disk: this.disk,
      ready: (ask, cancel) => this.serve(ask, cancel),
      failed: (why) => this.fail(why),
      begin: (request, status, headers) => this.tell(request, { status, headers }),
      part: (request, bytes) => this.tell(request, { part: bytes }),
      end: (request) => this.tell(request, { end: true }),
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
    worker.addEventListener('error', async ({ message }) => {
      const wrong = await fault(this.engineScript, this.digests.engine, true);
      if (wrong) this.fail(wrong); // no other engine will start
      if (alive) onEnd(wrong?.text ?? (message || 'the worker of the engine failed'));
    });
    worker.postMessage({ module: this.module, keep: this.files });
    return {
      send: (text) => worker.postMessage(text),
      kill: () => {
        alive = false;
        worker.terminate();
      },
    };
  }
}

// The message is { place, wasm, engine, digests, kept, forgetful }: what tells this folder
// from others of the same origin, the addresses of the program and of the engine's script,
// the digests of both, whether the page's files are kept, so that the program may be too, and whether no
// game is.
addEventListener('message', ({ data }) => {
  const serve = async () => {
    const host = new Host(data);
    await host.start().catch((error) => host.fail(error.kind ? error : String(error)));
    await new Promise(() => {}); // for as long as this worker lives
  };
  if (data.forgetful) serve();
  else navigator.locks.request(`quadrille ${data.place}`, serve);
}, { once: true });
