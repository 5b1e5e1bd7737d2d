// Building elements.

const svgSpace = 'http://www.w3.org/2000/svg';

// setOne gives an element one property: functions are listeners, booleans
// are properties or bare attributes, null and undefined are left out.
function setOne(el, name, value) {
  if (value === null || value === undefined) return;
  if (typeof value === 'function') el.addEventListener(name, value);
  else if (typeof value === 'boolean' && !name.startsWith('aria-')) el.toggleAttribute(name, value);
  else if (name === 'value') el.value = value;
  else el.setAttribute(name, String(value));
}

// h makes an element: h('button', {class: 'main', click: fn}, 'text', child).
export function h(tag, props, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) setOne(el, name, value);
  el.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return el;
}

// svg makes an element of a drawing.
export function svg(tag, props, ...children) {
  const el = document.createElementNS(svgSpace, tag);
  for (const [name, value] of Object.entries(props || {})) setOne(el, name, value);
  el.append(...children);
  return el;
}

// icon shows a drawing of static/icons, all of which are in the page, in the
// colour of the text.
export function icon(name) {
  const el = svg('svg', { class: `icon icon-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' });
  el.append(svg('use', { href: `#icon-${name}` }));
  return el;
}

// button is a button with an icon, words, or both.
export function button(props, name, text) {
  const el = h('button', { type: 'button', ...props });
  if (name) el.append(icon(name));
  if (text) el.append(h('span', { class: 'label' }, text));
  return el;
}

// fill replaces what an element holds.
export function fill(el, ...children) {
  el.replaceChildren(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return el;
}

// ltr keeps what is written from left to right in every language, such as a turn,
// as it is among words of any.
export const ltr = (text) => `\u2066${text}\u2069`;

// verbatim shows what an engine or the server says in its own words.
export const verbatim = (text) => (text ? h('small', { lang: 'en', dir: 'ltr' }, text) : null);

// dotted writes what there is to say of something in a row, each in its own direction.
export const dotted = (list) => list.flatMap((words, i) => [i ? ' · ' : '', h('bdi', {}, words)]);

// refusal shows why something did not come about, in words and in the engine's.
export const refusal = (words, text) => h('p', { class: 'refusal' }, words, verbatim(text));

// plain says whether a key was pressed with none that makes a command of it.
export const plain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;

// shortcut lets a key in an element do what a button does, where that is shown.
export function shortcut(el, code, target) {
  el.addEventListener('keydown', (event) => {
    if (event.code === code && plain(event) && !target.closest('[hidden]')) target.click();
  });
}

// holding notes what in a place the reader has come to by keys, and returns what is
// called when the place has been drawn anew. Where that has gone, or cannot be pressed
// any more, the reader goes on at another step through the turns, if it was one, and
// else at the cell of the board that Tab comes to.
export function holding(place) {
  const held = document.activeElement;
  if (!place.contains(held) || !held.matches(':focus-visible')) return () => {};
  return () => {
    const now = document.activeElement;
    const may = (el) => el.getClientRects().length && !el.matches(':disabled');
    if ((now !== held && now !== document.body) || (now === held && may(held))) return;
    const other = [...held.closest('.steps')?.children ?? []].find(may);
    (other ?? place.querySelector('[role=gridcell][tabindex="0"]') ?? place).focus();
  };
}

// refill replaces the rows of a list. Where the reader was at one that has gone, he goes
// on at the button of the one that has come in its place, or of the last; where there are
// none, at the beginning of the page.
export function refill(list, ...rows) {
  const at = [...list.children].findIndex((row) => row.contains(document.activeElement));
  fill(list, ...rows);
  if (at < 0) return;
  const now = list.children[Math.min(at, list.children.length - 1)];
  ([now, ...now?.querySelectorAll('button') ?? []].find((el) => el?.matches('button')) ?? document.getElementById('main')).focus();
}

// calm says whether the reader asked for less motion.
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// touch says whether the reader's first pointer is a finger, who then mostly
// has no keys.
export const touch = () => matchMedia('(pointer: coarse)').matches;

// pause waits, or not at all for those who asked for less motion.
export const pause = (ms) => (calm() ? Promise.resolve() : new Promise((done) => setTimeout(done, ms)));
