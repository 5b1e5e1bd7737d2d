// Fields for a game's rule options, drawn from the catalogue: spin is a
// number, check a box, combo a choice.

import { h } from './dom.js';
import { t, tOr, number } from './i18n.js';
import { setting } from './clock.js';

const same = (a, b) => String(a) === String(b);

function input(game, option) {
  const id = `rule-${option.name}`;
  if (option.type === 'check') return h('input', { id, type: 'checkbox', checked: same(option.default, 'true') });
  if (option.choices?.length) {
    const select = h('select', { id }, option.choices.map((choice) =>
      h('option', { value: choice }, tOr('choice.', `${game}.${option.name}.${choice}`, choice))));
    select.value = option.default;
    return select;
  }
  if (option.type === 'spin') return h('input', { id, type: 'number', inputmode: 'numeric', required: true, min: option.min, max: option.max, value: option.default });
  return h('input', { id, type: 'text', value: option.default });
}

const value = (field) => (field.type === 'checkbox' ? String(field.checked) : field.value);

// ruleFields returns {element, all(), changed()}: all the rules as name and
// value, and those that differ from the defaults.
export function ruleFields(game) {
  const fields = (game.options || []).map((option) => ({ option, field: input(game.name, option) }));
  const element = h('div', { class: 'fields' }, fields.map(({ option, field }) =>
    h('label', { class: option.type === 'check' ? 'check' : 'field', for: field.id },
      h('span', {}, tOr('rule.', `${game.name}.${option.name}`, option.help || option.name),
        option.type === 'spin' ? h('small', {}, t('start.range', { min: number(Number(option.min)), max: number(Number(option.max)) })) : null),
      field)));
  const pairs = (list) => Object.fromEntries(list.map(({ option, field }) => [option.name, value(field)]));
  return {
    element,
    all: () => pairs(fields),
    changed: () => pairs(fields.filter(({ option, field }) => !same(value(field), option.default))),
  };
}

// settings are the rules and the clock of a game, for reading.
export function settings({ game, rules, clock }) {
  return ruleWords(game, rules).concat(clock ? `${t('clock.title')}: ${setting(clock)}` : []);
}

// ruleWords are the rules of a game as it is played, for reading.
export function ruleWords(game, rules) {
  return Object.entries(rules || {}).map(([name, word]) => {
    const label = tOr('rule.', `${game}.${name}`, name);
    const said = word === 'true' ? t('yes') : word === 'false' ? t('no') : tOr('choice.', `${game}.${name}.${word}`, word);
    return `${label}: ${said}`;
  });
}
