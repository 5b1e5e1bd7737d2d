// How a board in a frame and the page around it speak to each other: messages with
// a mark of their own, of which every one to the board is answered. docs/offline.md
// has them all.

import { Wrong, read, shown } from './options.js';

const mark = 'quadrille';
const most = 100; // commands that wait

export class Talk {
  // commands are { name: { takes: names of parameters, run(parameters) } }; what run
  // returns is told with the answer. origin is that of the page around, where that is
  // known: no other is spoken to or heard.
  constructor(commands, origin) {
    this.commands = commands;
    this.origin = origin;
    this.waiting = 0;
    this.broken = new Promise((_, reject) => { this.giveUp = reject; }); // when nothing plays any more
    this.broken.catch(() => {});
    this.last = Promise.resolve(); // the end of what is said or done
    this.hear = this.hear.bind(this);
    if (parent !== window) addEventListener('message', this.hear);
  }

  end() { removeEventListener('message', this.hear); }

  // lively is what a promise becomes, or why nothing plays any more: what was asked of
  // the host is not answered then.
  lively(promise) { return Promise.race([promise, this.broken]); }

  // say sends the page around a message, after what is said or done already.
  say(type, make) { this.after(async () => this.send({ type, ...await make() })); }

  after(run) { this.last = this.last.then(run).catch((error) => setTimeout(() => { throw error; })); }

  send(message) {
    if (parent !== window) parent.postMessage({ source: mark, ...message }, this.origin ?? '*');
  }

  // hear takes a message of the page around. What has not our mark is for others.
  hear({ data, source, origin }) {
    if (source !== parent || data?.source !== mark || (this.origin && origin !== this.origin)) return;
    const { request } = data;
    const answer = (message) => this.send({ ...message, ...(['string', 'number'].includes(typeof request) && { request }) });
    if (this.waiting >= most) {
      answer({ type: 'error', code: 'busy', text: `${most} commands wait already; wait for their answers` });
      return;
    }
    this.waiting++;
    this.after(async () => {
      this.waiting--;
      answer(await this.done(data).catch((error) => this.failed(error)));
    });
  }

  async done({ source, request, command, ...given }) {
    const known = Object.keys(this.commands);
    if (!known.includes(command)) throw new Wrong(`command is one of ${known.join(', ')}, not ${shown(command)}`);
    if (request !== undefined && !['string', 'number'].includes(typeof request)) throw new Wrong(`request is a text or a number of yours, not ${shown(request)}`);
    const { takes, run } = this.commands[command];
    return { type: 'done', command, ...await this.lively(run(read(given, takes))) };
  }

  // failed is the answer to what was not done, and the reason.
  failed(error) {
    if (error.code) return { type: 'error', code: error.code, text: error.message || error.words?.() || error.code };
    setTimeout(() => { throw error; });
    return { type: 'error', code: 'internal', text: 'this failed; the console says why' };
  }
}
