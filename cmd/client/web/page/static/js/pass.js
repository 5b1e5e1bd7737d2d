// A whole game in an address: its record, packed, behind the "#", which no server
// is sent. Games are passed between two people by such links.

import { h, button, fill } from './dom.js';
import * as prefs from './prefs.js';
import { t } from './i18n.js';
import { link } from './place.js';

const fits = 2000; // characters of an address that every messenger leaves whole
const most = 1 << 16; // bytes of a record

// PassError says why a link has no game: "bad", "cut" or "lacks", what the browser
// has not got.
export class PassError extends Error {
  constructor(code) {
    super('');
    this.code = code;
  }

  words() { return t(`pass.${this.code}`); }
}

// through is what bytes become in a stream, at most so many.
async function through(bytes, stream, limit) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > limit) {
      reader.cancel().catch(() => {});
      throw new PassError('bad');
    }
    parts.push(value);
  }
}

const toText = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

function toBytes(text) {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  } catch {
    throw new PassError('cut'); // the last character is missing
  }
}

// wrap is what stands behind the "#" for a record; id is the same for all links of
// one game.
export async function wrap(id, record) {
  if (!globalThis.CompressionStream) throw new PassError('lacks');
  return `game=${id}.${toText(await through(new TextEncoder().encode(record), new CompressionStream('deflate'), most))}`;
}

// unwrap is the id and the record behind a "#". What a messenger has put behind the
// link does not matter.
export async function unwrap(hash) {
  if (!globalThis.DecompressionStream) throw new PassError('lacks');
  const [, id, text] = hash.match(/^#?game=([a-z0-9]{32})\.([\w-]{1,100000})(?![\w-])/) ?? [];
  if (!id) throw new PassError(/^#?game=[a-z0-9]{0,32}\.?$/.test(hash) ? 'cut' : 'bad');
  const packed = toBytes(text);
  try {
    return { id, record: new TextDecoder('utf-8', { fatal: true }).decode(await through(packed, new DecompressionStream('deflate'), most)) };
  } catch (error) {
    throw error instanceof PassError ? error : new PassError('cut');
  }
}

// bare is a record without comments.
export function bare(record) {
  const [head, ...turns] = record.split('\n\n');
  return [head, ...turns.map((text) => text.replace(/\s*\{[^}]*\}/g, ''))].join('\n\n');
}

// whole is the link with the game of a table: {address, bare, fits}. Comments are
// left out where the link is too long with them.
export async function whole(table) {
  const record = await table.api.record();
  const id = prefs.passOf(table.id) ?? prefs.keepPass(prefs.random(), table.id);
  const made = async (text) => link('', '', await wrap(id, text));
  let address = await made(record);
  const without = address.length > fits && bare(record) !== record;
  if (without) address = await made(bare(record));
  return { address, bare: without, fits: address.length <= fits };
}

// Passing is the banner of a game that is passed by links, while another is to
// move.
export class Passing {
  constructor(table) {
    this.table = table;
    this.element = h('div', { class: 'banner passing', hidden: true });
  }

  draw(live) {
    const wanted = prefs.passOf(this.table.id) && Object.keys(prefs.others(this.table.id)).length && live.result === 'none' && !this.table.mine(live.turn);
    this.element.hidden = !wanted;
    if (!wanted || this.version === live.version) return; // so that what has the focus keeps it
    this.version = live.version;
    fill(this.element, h('span', {}, t('pass.back')), button({ class: 'primary', 'data-action': 'pass-back', click: () => this.table.share() }, 'share', t('do.share')));
  }
}
