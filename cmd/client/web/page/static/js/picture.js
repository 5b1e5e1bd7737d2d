// The board as a drawing by itself. It is made of what the browser shows, box by
// box, so that it looks as the board does, whatever the game and the colours. It
// knows what our boards are made of: boxes with plain colours, gradients, rings,
// outlines and clips, drawings, and short texts.

import { svg } from './dom.js';
import { gradient } from './gradient.js';

const margin = 8; // pixels around the board
const least = 1200; // pixels that a bitmap is wide at least

const clear = (colour) => colour === 'transparent' || /^rgba\(.*, 0\)$/.test(colour);
const px = (text) => parseFloat(text) || 0;

// size is a length of CSS, where a percentage is of a whole.
const size = (text, whole) => (text.endsWith('%') ? (px(text) * whole) / 100 : px(text));

// grown is a box with an edge that lies so much further out.
const grown = ({ x, y, width, height }, by) => ({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });

// shape is the outline of a box: a clip, or corners that are round.
function shape(box, style, by = 0) {
  const { x, y, width, height } = grown(box, by);
  const circle = style.clipPath.match(/^circle\(([\d.]+%|[\d.]+px)/);
  if (circle) return svg('circle', { cx: x + width / 2, cy: y + height / 2, r: size(circle[1], Math.hypot(width, height) / Math.SQRT2) });
  const polygon = style.clipPath.match(/^polygon\((.*)\)$/);
  if (polygon) {
    const points = polygon[1].split(',').map((point) => point.trim().split(' '));
    return svg('polygon', { points: points.map(([a, b]) => `${x + size(a, width)},${y + size(b, height)}`).join(' ') });
  }
  const corner = size(style.borderTopLeftRadius, box.width);
  return svg('rect', { x, y, width, height, rx: Math.max(0, Math.min(corner && corner + by, width / 2)) });
}

// parts splits a list of CSS at the commas that are in no brackets.
const parts = (text) => text.split(/,(?![^(]*\))/).map((part) => part.trim());

// rings are the shadows with a hard edge around a box, the outermost first.
function rings(style) {
  if (style.boxShadow === 'none') return [];
  return parts(style.boxShadow).reverse().flatMap((shadow) => {
    const [, colour, rest] = shadow.match(/^((?:\w+\([^)]*\))|\S+) (.*)$/);
    const [x, y, blur, spread] = rest.split(' ').map(px);
    return rest.endsWith('inset') || x || y || blur || spread <= 0 ? [] : [{ colour, spread }];
  });
}

const copied = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'paint-order', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];

// plain copies a drawing with what the style sheet says of it.
function plain(el) {
  const style = getComputedStyle(el);
  if (style.display === 'none') return svg('g');
  const copy = el.cloneNode(false);
  for (const name of copied) copy.setAttribute(name, style.getPropertyValue(name));
  copy.removeAttribute('style');
  copy.append(...[...el.childNodes].map((child) => (child.nodeType === Node.ELEMENT_NODE ? plain(child) : child.cloneNode())));
  return copy;
}

class Tracer {
  constructor() {
    this.defs = svg('defs');
    this.into = svg('g'); // what is drawn now goes here
  }

  add(el, attributes) {
    for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
    this.into.append(el);
  }

  // fill draws what a box is painted with, if with anything.
  box(box, style) {
    if (!box.width || !box.height) return;
    for (const { colour, spread } of rings(style)) this.add(shape(box, style, spread / 2), { fill: 'none', stroke: colour, 'stroke-width': spread });
    if (!clear(style.backgroundColor)) this.add(shape(box, style), { fill: style.backgroundColor });
    if (style.backgroundImage !== 'none') {
      const paint = gradient(style.backgroundImage, box, `paint${this.defs.childElementCount}`);
      if (paint) {
        this.defs.append(paint);
        this.add(shape(box, style), { fill: `url(#${paint.id})` });
      }
    }
    const edges = ['Top', 'Right', 'Bottom', 'Left'].map((side) => (style[`border${side}Style`] === 'none' ? 0 : px(style[`border${side}Width`])));
    if (edges[0] && edges.every((edge) => edge === edges[0]) && !clear(style.borderTopColor)) this.add(shape(box, style, -edges[0] / 2), { fill: 'none', stroke: style.borderTopColor, 'stroke-width': edges[0] });
  }

  outline(box, style) {
    const width = px(style.outlineWidth);
    if (style.outlineStyle === 'none' || !width) return;
    this.add(shape(box, style, px(style.outlineOffset) + width / 2), { fill: 'none', stroke: style.outlineColor, 'stroke-width': width });
  }

  // pseudo draws a box that the style sheet puts into an element.
  pseudo(el, box, name) {
    const style = getComputedStyle(el, name);
    if (style.content === 'none' || style.content === 'normal' || style.position !== 'absolute' || style.display === 'none') return;
    const own = getComputedStyle(el);
    this.box({ x: box.x + px(own.borderLeftWidth) + px(style.left), y: box.y + px(own.borderTopWidth) + px(style.top), width: px(style.width), height: px(style.height) }, style);
  }

  // text draws lines of text where they are.
  text(node) {
    let at = 0;
    for (const line of node.data.split('\n')) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + line.length);
      at += line.length + 1;
      const box = range.getBoundingClientRect();
      if (!line.trim() || !box.width) continue;
      const style = getComputedStyle(node.parentElement);
      this.into.append(svg('text', {
        x: box.x + box.width / 2, y: box.y + box.height / 2, fill: style.color, 'text-anchor': 'middle', 'dominant-baseline': 'central', 'xml:space': 'preserve',
        'font-family': style.fontFamily, 'font-size': style.fontSize, 'font-weight': style.fontWeight,
      }, line));
    }
  }

  // hidden says whether an element is not to be seen, as one side of a disk.
  hidden(el, style) {
    if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return true;
    if (style.backfaceVisibility !== 'hidden') return false;
    const [outer, inner] = [getComputedStyle(el.parentElement), style].map(({ transform }) => new DOMMatrix(transform === 'none' ? '' : transform));
    return outer.multiply(inner).m33 < 0;
  }

  trace(el) {
    const style = getComputedStyle(el);
    if (this.hidden(el, style)) return;
    const box = el.getBoundingClientRect();
    if (el instanceof SVGSVGElement) {
      const { x, y, width, height } = box;
      this.add(plain(el), { x, y, width, height, overflow: 'visible' });
      return;
    }
    const outer = this.into;
    if (style.opacity !== '1') this.into = outer.appendChild(svg('g', { opacity: style.opacity }));
    this.box(box, style);
    this.pseudo(el, box, '::before');
    const depth = (child) => (child instanceof Element ? Number(getComputedStyle(child).zIndex) || 0 : 0);
    for (const child of [...el.childNodes].sort((a, b) => depth(a) - depth(b))) {
      if (child instanceof Element) this.trace(child);
      else if (child.nodeType === Node.TEXT_NODE) this.text(child);
    }
    this.pseudo(el, box, '::after');
    this.outline(box, style);
    this.into = outer;
  }
}

// pictureOf is a drawing of what an element shows.
export function pictureOf(el) {
  const tracer = new Tracer();
  tracer.trace(el);
  const seen = el.getBoundingClientRect();
  const { x, y, width, height } = grown({ x: seen.x, y: seen.y, width: Math.max(seen.width, el.scrollWidth), height: seen.height }, margin);
  return svg('svg', { width, height, viewBox: `${x} ${y} ${width} ${height}` },
    tracer.defs, svg('rect', { x, y, width, height, fill: getComputedStyle(document.body).backgroundColor }), tracer.into);
}

// png paints a drawing.
export async function png(drawing) {
  const [width, height] = ['width', 'height'].map((name) => Number(drawing.getAttribute(name)));
  const scale = Math.max(2, least / width);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
}
