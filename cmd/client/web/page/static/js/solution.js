// How far the game is solved that the computer plays perfectly from then on: a bar
// while that goes on, and what came of it.

import { h, button, fill, ltr, verbatim } from './dom.js';
import { t, tOr, number } from './i18n.js';

export class SolutionBar {
  constructor(table) {
    this.table = table;
    this.stage = 'none';
    this.others = false; // for whom it goes on, though the reader has stopped it
    this.words = h('span', { role: 'status', id: 'solved' });
    this.bar = h('progress', { max: '1000', 'aria-labelledby': 'solved' });
    this.share = h('span', { 'aria-hidden': 'true' });
    this.work = h('span', { class: 'work row' }, this.bar, this.share);
    this.stop = this.does(false, 'stop', 'close', 'solution.stop');
    this.again = this.does(true, 'solve', 'restart', 'solution.again');
    this.element = h('div', { class: 'banner solution', hidden: true }, this.words, this.work, this.stop, this.again);
  }

  does(on, action, name, words) {
    const click = () => this.table.change(async () => {
      this.others = Boolean((await this.table.api.solve(on, this.table.own())).others);
      this.draw();
    });
    return button({ 'data-action': action, click }, name, t(words));
  }

  // tell takes how the solution stands; solved it is told only to who saw it come.
  tell(now) {
    const before = this.stage;
    this.now = now;
    this.stage = now.stage;
    if (now.stage !== 'solving') this.others = false;
    this.table.main.dataset.solution = now.stage;
    this.element.hidden = now.stage === 'none' || (now.stage === 'solved' && before !== 'solving' && this.element.hidden);
    this.draw();
    if (now.stage === 'solved' && before === 'solving') this.table.analysis?.begin(); // which knows better now
  }

  draw() {
    const { stage, done, why } = this.now ?? {};
    if (this.element.hidden) return;
    const words = stage === 'failed' ? tOr('solution.failed.', why.code, t('solution.failed.unavailable')) : t(`solution.${stage === 'solving' && this.others ? 'others' : stage}`);
    if (this.said !== words) fill(this.words, words, stage === 'failed' ? [' ', verbatim(why.text)] : null); // or it would be read out again
    this.said = words;
    this.bar.value = done;
    this.share.textContent = ltr(number(done / 1000, { style: 'percent' }));
    this.work.hidden = stage !== 'solving';
    const may = this.table.own() || !this.table.live.seats.some((seat) => seat.guarded || seat.kind === 'open');
    this.stop.hidden = stage !== 'solving' || !may || this.others;
    this.again.hidden = (stage !== 'stopped' && stage !== 'failed') || !may;
  }

  // moved takes away, with the next turn, that the game is solved now.
  moved() {
    if (this.stage === 'solved') this.element.hidden = true;
  }
}
