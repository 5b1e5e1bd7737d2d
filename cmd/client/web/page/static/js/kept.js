// What is kept in this browser: all games, how much room it takes, and what takes
// the games along.

import { h, button, fill, refill, icon, ltr, refusal } from './dom.js';
import * as api from './api.js';
import * as prefs from './prefs.js';
import { t, tOr, number } from './i18n.js';
import { polite } from './announce.js';
import { confirm } from './dialogs.js';
import { bytes, refuse, refusals } from './load.js';
import { download } from './save.js';
import { listing, about } from './listing.js';
import { address } from './place.js';

const megabytes = (n) => number(n / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: n < 1e8 ? 1 : 0 });

class Kept {
  constructor(main) {
    this.main = main;
    this.errors = h('div', { class: 'errors' });
    this.sum = h('p', { id: 'sum' });
    this.safe = h('div', {});
    this.progress = h('div', { class: 'row', hidden: true });
    this.outcome = h('div', { role: 'status' });
    this.damaged = h('div', {});
    this.solved = h('ul', {});
    this.solutions = h('section', { class: 'box solutions', 'aria-labelledby': 'solutions', hidden: true },
      h('h2', { id: 'solutions' }, t('kept.solutions')), h('p', { class: 'note' }, t('kept.solutionsWhy')), this.solved);
    this.list = listing((game) => this.row(game));
    this.left = false;
  }

  begin() {
    document.title = t('kept.title');
    polite(t('kept.title'));
    const input = h('input', { type: 'file', id: 'take', class: 'sr', change: () => {
      const [file] = input.files;
      input.value = '';
      if (file) this.doing(() => this.take(file));
    } });
    fill(this.main, h('h1', {}, t('kept.title')),
      h('section', { class: 'box kept' }, this.sum, this.safe, this.errors,
        h('div', { class: 'row' },
          button({ 'data-action': 'save-all', click: () => this.doing(() => this.save()) }, 'save', t('kept.save')),
          h('label', { class: 'button', for: 'take' }, icon('load'), h('span', { class: 'label' }, t('kept.take')), input),
          button({ 'data-action': 'remove-all', click: () => this.doing(() => this.removeAll()) }, 'close', t('kept.removeAll'))),
        this.progress, this.outcome),
      h('section', { class: 'box' }, this.damaged, h('div', { class: 'load' }, this.list.parts)), this.solutions);
    this.doing(() => this.draw());
  }

  // doing does something and shows why it did not come about.
  async doing(run) {
    fill(this.errors);
    try {
      await run();
    } catch (error) {
      if (!error.words) throw error;
      if (!this.left) refuse(this.errors, error);
    }
  }

  async draw() {
    const { storage } = navigator; // which may refuse to tell
    const [{ games, damaged, solutions }, room, safe] = await Promise.all([api.kept.list(), storage?.estimate?.().catch(() => {}), storage?.persisted?.().catch(() => {})]);
    this.list.draw(games);
    this.drawSolutions(solutions);
    this.sum.textContent = [t('kept.games', { n: games.length }), room ? t('kept.room', { used: megabytes(room.usage), all: megabytes(room.quota) }) : ''].join(' ');
    refill(this.damaged, damaged.map((id) => h('div', { class: 'row' }, refusal(t('kept.damaged')),
      button({ click: () => this.doing(() => this.remove(id)) }, 'close', t('kept.remove')))));
    refill(this.safe, safe !== false ? null : [h('p', { class: 'note' }, t('kept.mayGo')),
      button({ 'data-action': 'persist', click: () => this.doing(() => this.persist()) }, 'save', t('kept.persist'))]);
  }

  row(game) {
    return h('li', { class: 'one' }, h('a', { class: 'button found', href: address('g', game.id) }, about(game)),
      button({ class: 'quiet', 'aria-label': t('kept.remove'), title: t('kept.remove'), click: () => this.doing(() => this.remove(game.id)) }, 'close'));
  }

  // drawSolutions lists the solved games that the computer plays from, each with its
  // size: of teeko-5x5 the game is called teeko.
  drawSolutions(solutions) {
    const row = ({ name, bytes }) => {
      const [game, ...rules] = name.split('-');
      const words = `${tOr('game.', game, game)} ${ltr(rules.join(' ').replaceAll(/(\d)x(\d)/g, '$1×$2'))}`;
      const remove = `${t('kept.removeSolution')}: ${words}`;
      return h('li', { class: 'one' }, h('span', { class: 'found' }, words, ' · ', megabytes(bytes)),
        button({ class: 'quiet', 'data-action': 'remove-solution', 'aria-label': remove, title: remove, click: () => this.doing(() => this.removeSolution(name)) }, 'close'));
    };
    refill(this.solved, solutions.map(row));
    this.solutions.hidden = !solutions.length;
  }

  async removeSolution(name) {
    if (!(await confirm(t('kept.askSolution'), t('kept.removeSolution')))) return;
    await api.kept.removeSolution(name);
    await this.draw();
  }

  // persist asks the browser not to delete the games by itself; it may refuse.
  async persist() {
    const done = await navigator.storage.persist();
    await this.draw();
    this.outcome.textContent = done ? t('kept.safe') : t('kept.unsafe');
  }

  // save saves all games, and says which cannot be read and are left out.
  async save() {
    const { file, unread } = await api.kept.file();
    download(file, 'quadrille-games.record');
    fill(this.outcome, unread.length ? await this.leftOut(unread) : null);
  }

  // leftOut says which games are not in a file.
  async leftOut(ids) {
    const { games } = await api.kept.list();
    const words = (id) => {
      const known = games.find((game) => game.id === id);
      return known ? about(known) : h('bdi', { dir: 'ltr' }, id);
    };
    return [refusal(t('kept.left', { n: ids.length })), h('ul', {}, ids.map((id) => h('li', {}, words(id))))];
  }

  // take takes the games of a file, some at a time, until it is stopped.
  async take(file) {
    const { data } = await bytes(file);
    let stopped = false;
    const bar = h('progress', { 'aria-label': t('kept.taking') });
    fill(this.progress, bar, button({ 'data-action': 'stop', click: () => { stopped = true; } }, 'close', t('kept.stop')));
    this.progress.hidden = false;
    fill(this.outcome);
    const sum = { made: 0, there: 0, refused: [] };
    try {
      for (let from = 1; from && !stopped && !this.left;) {
        const part = await api.kept.take(data, from);
        sum.made += part.made;
        sum.there += part.there;
        sum.refused.push(...part.refused);
        bar.max = part.count;
        bar.value = (part.next || part.count + 1) - 1;
        from = part.next;
      }
    } finally {
      this.progress.hidden = true;
      fill(this.outcome, h('p', {}, t('kept.taken', { n: sum.made }), ' ', sum.there ? t('kept.there', { n: sum.there }) : ''), refusals(sum.refused));
      await this.draw();
    }
  }

  async remove(id) {
    if (!(await confirm(t('kept.askRemove'), t('kept.remove')))) return;
    await api.kept.remove(id);
    prefs.forget(id);
    await this.draw();
  }

  async removeAll() {
    const { games } = await api.kept.list();
    if (!(await confirm(t('kept.askAll', { n: games.length }), t('kept.removeAll')))) return;
    fill(this.progress, h('progress', { 'aria-label': t('kept.removing') }), h('span', { role: 'status' }, t('kept.removing')));
    this.progress.hidden = false;
    await api.kept.removeAll().finally(() => {
      this.progress.hidden = true;
      return this.draw();
    });
    for (const { id } of games) prefs.forget(id);
  }
}

// keptPage shows it and returns what ends it.
export function keptPage(main) {
  main.className = 'start';
  const page = new Kept(main);
  page.begin();
  return () => { page.left = true; };
}
