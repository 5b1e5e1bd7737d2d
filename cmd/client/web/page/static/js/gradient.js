// Gradients of style sheets as those of drawings.

import { svg } from './dom.js';

// The words of a gradient: rgb(1, 2, 3) 35% and the like, or how it runs.
const words = (text) => text.split(/,(?![^(]*\))/).map((word) => word.trim());

// stops are colours and where they are, in parts of the way; way is in pixels.
function stops(list, way) {
  return list.map((word, i) => {
    const [, colour, at] = word.match(/^(\w+\([^)]*\)|\w+)\s*(\S*)/);
    const part = at.endsWith('%') ? parseFloat(at) / 100 : at ? parseFloat(at) / way : i / (list.length - 1);
    return svg('stop', { offset: part, 'stop-color': colour });
  });
}

function radial(list, { x, y, width, height }) {
  const ways = /^(circle|ellipse|at)\b/.test(list[0]) ? list.shift() : '';
  const [, across = '50%', down = '50%'] = ways.match(/at (\S+) (\S+)/) ?? [];
  const [a, b] = [parseFloat(across) / 100, parseFloat(down) / 100];
  const r = Math.hypot(Math.max(a, 1 - a) * width, Math.max(b, 1 - b) * height); // to the farthest corner
  return svg('radialGradient', { cx: x + a * width, cy: y + b * height, r }, ...stops(list, r));
}

function linear(list, { x, y, width, height }) {
  const turned = list[0].endsWith('deg') ? parseFloat(list.shift()) : 180;
  const [right, down] = [Math.sin((turned * Math.PI) / 180), -Math.cos((turned * Math.PI) / 180)];
  const way = Math.abs(width * right) + Math.abs(height * down);
  const [cx, cy] = [x + width / 2, y + height / 2];
  const end = (half) => [cx + right * way * half, cy + down * way * half];
  const [[x1, y1], [x2, y2]] = [end(-0.5), end(0.5)];
  return svg('linearGradient', { x1, y1, x2, y2 }, ...stops(list, way));
}

// gradient is the paint of a box by the computed value of its background-image,
// or null for one that drawings do not have.
export function gradient(text, box, id) {
  const found = text.match(/^(radial|linear)-gradient\((.*)\)$/);
  if (!found) return null;
  const paint = { radial, linear }[found[1]](words(found[2]), box);
  paint.id = id;
  paint.setAttribute('gradientUnits', 'userSpaceOnUse');
  return paint;
}
