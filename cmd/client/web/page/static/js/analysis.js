// Analysis: a search that goes on while it is looked at, with a score bar for
// two players or four, the best lines, and the best turn on the board.

import { h, button, fill } from './dom.js';
import { t, tOr, number } from './i18n.js';
import { Study } from './study.js';
import { Truth } from './truth.js';
import { seatName, unaided } from './seats.js';
import { measures } from './worth.js';

const lines = 3;
const limit = 120000; // ms; nobody looks longer at one position

// share turns a score in hundredths of the game's unit into 0 to 1, by a rule of
// thumb for games and engines that give no chance of their own.
const share = (cp) => 1 / (1 + Math.exp(-cp / 250));

// ofFirst is the share of the first seat in a score of the seat to move.
function ofFirst(score, sign) {
  if (score.mate !== undefined) return score.mate * sign > 0 || (score.mate === 0 && sign < 0) ? 1 : 0;
  return share(score.cp * sign);
}

// scoreWords is the score of an info for people: the winner where there is one, among
// the names of the two seats, or by how much the first is ahead. sign is 1 when the first
// is to move, else -1.
export function scoreWords({ score, proof }, names, sign) {
  const mate = score.mate !== undefined;
  if (!mate && measures(score.cp)) {
    return number((score.cp * sign) / 100, { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  }
  let how = '+'; // so it seems
  if (mate) how = t('analysis.mate', { n: Math.abs(score.mate) });
  else if (proof) how = t('worth.only.win');
  return `${seatName(names, ofFirst(score, sign) > 0.5 ? 0 : 1)}: ${how}`;
}

// whole says whether scores of several seats are shares of the win, in
// hundredths of a percent; else they are in hundredths of the game's unit.
const whole = (scores) => Math.abs(scores.reduce((sum, s) => sum + s, 0) - 10000) < 10;

function shareTexts(scores) {
  return scores.map((s) => (whole(scores) ? number(s / 10000, { style: 'percent' }) : number(s / 100, { maximumFractionDigits: 1 })));
}

export class Analysis {
  constructor(table) {
    this.table = table;
    this.on = false;
    this.study = null;
    this.state = null;
    this.truth = new Truth(() => this.begin());
    this.truth.watch(table.view);
    this.rows = [];
    this.drawn = undefined; // the turn that is drawn on the board
    this.toggle = button({ 'data-action': 'analysis', 'aria-pressed': 'false', click: () => this.switch() }, 'chart', t('do.analysis'));
    this.bars = h('div', { class: 'bars', role: 'img' });
    this.list = h('ol', { class: 'lines' });
    this.note = h('p', { class: 'note' });
    this.body = h('div', { hidden: true }, this.bars, this.list, this.note);
    this.waits = h('p', { class: 'note', role: 'status' });
    this.element = h('section', { class: 'box analysis', 'aria-label': t('do.analysis') }, h('div', { class: 'row' }, this.toggle, this.truth.toggle), this.truth.body, this.body, this.waits);
  }

  switch() {
    this.on = !this.on;
    this.toggle.setAttribute('aria-pressed', String(this.on));
    this.body.hidden = !this.on;
    this.begin();
  }

  end() {
    this.study?.end();
    this.study = null;
  }

  // best draws the turn that the search likes best, for as long as the analysis
  // is on and no line is pointed at.
  best(token) {
    if (this.drawn === token) return;
    this.drawn = token;
    this.table.marked = token ? [token] : [];
    if (!this.rows.some((row) => row.looked)) this.table.point(null);
  }

  // position is told what the table shows; another one starts again.
  position(state, past) {
    const key = `${state.version} ${past ? state.at : ''}`;
    const same = this.key === key;
    this.key = key;
    this.state = state;
    this.past = past;
    const help = !unaided(this.table.live);
    this.element.hidden = !help;
    if (!help) {
      this.end();
      this.best();
    } else if (!same) this.begin();
  }

  // begin searches what is shown, if anybody wants it: one search serves the
  // lines and the values of all turns.
  begin() {
    this.end();
    this.infos = [];
    this.rows = [];
    this.best();
    fill(this.list);
    this.note.textContent = this.waits.textContent = '';
    if (this.truth.on) this.truth.clear();
    if (!this.on && !this.truth.on) return;
    if (this.state.result !== 'none') {
      this.waits.textContent = t('analysis.over');
      return;
    }
    const query = this.truth.on ? { multipv: Math.max(lines, this.truth.lines(this.state)), exact: true } : { multipv: lines };
    if (this.truth.on) this.truth.begin(this.state);
    this.study = new Study(this.address({ movetime: limit, ...query }), {
      info: (info) => this.info(info),
      wait: (why) => { this.waits.textContent = why ? t(`analysis.pause.${why}`) : ''; },
      end: (code) => {
        if (code) this.waits.textContent = tOr('error.', code, t('analysis.stopped'));
        this.truth.end();
      },
    });
  }

  address(query) {
    const { trial, api } = this.table;
    if (trial.on) return trial.board.analysisAddress(query);
    return `${api.analysisAddress}?${new URLSearchParams(this.past ? { ...query, at: this.state.at } : query)}`;
  }

  info(info) {
    if (!info.score && !info.scores) return;
    if (this.truth.on) this.truth.info(info);
    if (!this.on || info.multipv > lines) return;
    this.infos[(info.multipv || 1) - 1] = info;
    this.element.dataset.depth = info.depth;
    this.drawBars(this.infos[0] || info);
    this.best(this.infos[0]?.pv?.[0]);
    this.infos.filter(Boolean).forEach((one, i) => this.drawLine(one, i));
    this.note.textContent = t('analysis.work', { depth: info.depth || 0, nodes: number(info.nodes || 0, { notation: 'compact' }) });
  }

  sign() { return this.state.turn === 'p1' ? 1 : -1; }

  // row is a line that shows itself on the board while it is pointed at.
  row() {
    const row = { pv: [], element: h('li'), looked: false };
    const look = (on) => () => {
      row.looked = on;
      this.table.point(on ? row.pv : null);
    };
    const show = () => this.table.view.element.scrollIntoView({ block: 'nearest' });
    row.button = h('button', { type: 'button', class: 'line', click: show, mouseenter: look(true), focus: look(true), mouseleave: look(false), blur: look(false) });
    row.element.append(row.button);
    return row;
  }

  drawLine(info, i) {
    const row = (this.rows[i] ??= this.row());
    if (!row.element.isConnected) this.list.append(row.element);
    const text = info.scores?.length ? shareTexts(info.scores).join(' / ') : scoreWords(info, this.state.names, this.sign());
    row.pv = (info.pv || []).slice(0, 8);
    fill(row.button, h('strong', { dir: 'ltr' }, text), info.proof ? h('em', {}, t('analysis.proved')) : null,
      h('span', { class: 'pv', dir: 'ltr' }, row.pv.map((token) => this.table.turnText(token, this.state)).join(' ')));
    if (row.looked) this.table.point(row.pv);
  }

  drawBars(info) {
    const { names } = this.state;
    if (info.scores?.length > 2) return this.drawMany(info.scores);
    const score = info.scores?.length ? { cp: (info.scores[0] - info.scores[1]) } : info.score;
    const given = info.chance / 10000;
    const first = given ? (this.sign() > 0 ? given : 1 - given) : ofFirst(score, info.scores?.length ? 1 : this.sign());
    const percent = Math.round(first * 100);
    const part = (i, width) => {
      const el = h('span', { class: `bar p${i + 1} ${this.state.game}` }, width < 20 ? null : h('span', {}, seatName(names, i)));
      el.style.width = `${Math.max(2, Math.min(98, width))}%`;
      return el;
    };
    fill(this.bars, h('div', { class: 'score-bar' }, part(0, percent), part(1, 100 - percent)));
    this.bars.setAttribute('aria-label', t('analysis.label', { seat: seatName(names, 0), share: number(first, { style: 'percent' }) }));
    return undefined;
  }

  drawMany(scores) {
    const { names, game } = this.state;
    const texts = shareTexts(scores);
    const low = Math.min(0, ...scores);
    const span = whole(scores) ? 10000 : Math.max(1, Math.max(...scores) - low);
    fill(this.bars, scores.map((score, i) => {
      const bar = h('span', { class: `bar p${i + 1} ${game}` });
      bar.style.width = `${2 + (98 * (score - low)) / span}%`;
      return h('div', { class: 'score-row' }, h('span', { class: 'name' }, seatName(names, i)), h('span', { class: 'track' }, bar), h('span', { class: 'score' }, texts[i]));
    }));
    this.bars.setAttribute('aria-label', texts.map((text, i) => `${seatName(names, i)} ${text}`).join(', '));
  }
}
