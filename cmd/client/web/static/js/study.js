// One search that the server streams.

import { source } from './stream.js';

export class Study {
  // hears may have info(info), wait(why), where why is '' when the search goes
  // on, and end(code, move): code is that of an error, 'stopped' if the search broke
  // off, or '' when it is done.
  constructor(address, hears) {
    this.hears = hears;
    this.stream = source(address, () => this.over('stopped'));
    const on = (type, run) => this.stream.events.addEventListener(type, (event) => run(event.data ? JSON.parse(event.data) : {}));
    on('info', (info) => hears.info?.(info));
    on('pause', ({ reason }) => hears.wait?.(reason));
    on('resume', () => hears.wait?.(''));
    on('best', ({ move }) => this.over('', move));
    // It is not tried again by itself, as the server may be short of engines.
    on('error', ({ error }) => this.over(error?.code ?? 'stopped'));
  }

  over(code, move) {
    if (!this.stream) return;
    this.end();
    this.hears.end?.(code, move);
  }

  // end stops the search, of which nothing more is heard.
  end() {
    this.stream?.leave();
    this.stream = null;
  }
}
