// One search, a review, or how a game is being solved, that the server streams.

import { source } from './stream.js';

export class Study {
  // hears may have info(info) of a search, turn(turn) of a review, solution(now),
  // wait(why), where why is '' when it goes on, and end(code, found): code is that of
  // an error, 'stopped' if it broke off, or '' when it is done and has found a move or
  // the whole review.
  constructor(address, hears) {
    this.hears = hears;
    this.stream = source(address, () => this.over('stopped'));
    const on = (type, run) => this.stream.events.addEventListener(type, (event) => run(event.data ? JSON.parse(event.data) : {}));
    on('info', (info) => hears.info?.(info));
    on('turn', (turn) => hears.turn?.(turn));
    on('solution', (now) => hears.solution?.(now));
    on('pause', ({ reason }) => hears.wait?.(reason));
    on('resume', () => hears.wait?.(''));
    on('best', ({ move }) => this.over('', move));
    on('review', (report) => this.over('', report));
    // It is not tried again by itself, as the server may be short of engines.
    on('error', ({ error }) => this.over(error?.code ?? 'stopped'));
  }

  over(code, found) {
    if (!this.stream) return;
    this.end();
    this.hears.end?.(code, found);
  }

  // end stops the search, of which nothing more is heard.
  end() {
    this.stream?.leave();
    this.stream = null;
  }
}
