// The choice of a clock for a new game.

import { h } from './dom.js';
import { t, number } from './i18n.js';
import { span } from './clock.js';

const minute = 60_000;
const presets = [[1, 0], [3, 2], [5, 3], [10, 0], [15, 10]]; // minutes, and seconds for each turn
const days = [1, 3, 7, 14]; // for a turn

const field = (id, words, extra) => h('label', { class: 'field', for: id }, h('span', {}, words), h('input', { id, type: 'number', inputmode: 'decimal', required: true, ...extra }));

// clockChoice returns {element, value()}: the clock as the server takes it, or
// undefined for none.
export function clockChoice() {
  const pair = ([m, s]) => h('option', { value: `${m}+${s}` }, `${number(m)} + ${number(s)}`);
  const select = h('select', { id: 'clock' },
    h('option', { value: '' }, t('clock.none')),
    h('optgroup', { label: t('clock.minutes') }, presets.map(pair), h('option', { value: 'own' }, t('clock.own'))),
    h('optgroup', { label: t('clock.days') }, days.map((n) => h('option', { value: `d${n}` }, span(n * 1440 * minute)))));
  const minutes = field('clock-minutes', t('clock.ownMinutes'), { min: 0.25, max: 360, step: 0.25, value: 5 });
  const seconds = field('clock-seconds', t('clock.ownSeconds'), { min: 0, max: 180, step: 1, value: 5 });
  const own = h('div', { class: 'fields' }, minutes, seconds);
  const change = () => {
    own.hidden = select.value !== 'own';
    for (const input of own.querySelectorAll('input')) input.disabled = own.hidden;
  };
  select.addEventListener('change', change);
  change();
  const given = (label) => Number(label.querySelector('input').value);
  const value = () => {
    if (!select.value) return undefined;
    if (select.value.startsWith('d')) return { days: Number(select.value.slice(1)) };
    const [m, s] = select.value === 'own' ? [given(minutes), given(seconds)] : select.value.split('+').map(Number);
    return { initial: Math.round(m * minute), increment: Math.round(s * 1000) };
  };
  return {
    element: h('div', { class: 'clock-choice' }, h('label', { class: 'field', for: 'clock' }, h('span', {}, t('clock.title')), select, h('small', {}, t('clock.why'))), own),
    value,
  };
}
