// /api/v1.

import { t, tOr } from './i18n.js';
import { tokens, others, random } from './prefs.js';
import { local, doubt } from './place.js';
import { request, silence } from './connection.js';

// ApiError is a refusal: code is a word of the protocol or "network", text
// what the engine or the server said.
export class ApiError extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }

  // words says it for people, in their language; the engine's own text follows
  // where it says more.
  words() {
    return tOr('error.', this.code, t('error.other'));
  }
}

async function refusal(reply) {
  try {
    const { error } = await reply.json();
    return new ApiError(error.code, error.text);
  } catch {
    return new ApiError('other', `HTTP ${reply.status}`);
  }
}

const large = 10000; // characters that may take long to send

async function ask(method, path, data, token) {
  const body = data === undefined ? undefined : JSON.stringify(data);
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  const control = new AbortController();
  const timer = local || body?.length > large ? 0 : setTimeout(() => control.abort(), silence);
  let reply;
  try {
    reply = await request('/api/v1' + path, { method, headers, body, signal: control.signal });
  } catch {
    doubt();
    throw new ApiError('network', '');
  } finally {
    clearTimeout(timer);
  }
  if (!reply.ok) throw await refusal(reply);
  return reply;
}

const send = async (...what) => (await ask(...what)).json();

// catalogue is {games, alone}: alone where nobody else reaches them. A folder has it
// with the page, so that nobody waits for what plays.
export const catalogue = async () => local?.catalogue ?? send('GET', '/catalogue');
export const games = (limit) => send('GET', `/games?limit=${limit}`);

let made = null; // the state of the last game that was made, until somebody has it

// create makes one game, however often the request has to be made.
export async function create(spec) {
  const reply = await send('POST', '/games', { ...spec, key: random() });
  made = reply.state;
  return reply;
}

// begun is the state of a game that has just been made here, once: its page need not
// ask for it.
export function begun(id) {
  if (made?.id !== id) return null;
  const state = made;
  made = null;
  return state;
}

export const exercises = async () => (await send('GET', '/exercises')).exercises;

// kept are all games of this browser, where nobody else reaches them.
export const kept = {
  list: () => send('GET', '/kept'),
  file: async () => {
    const reply = await ask('GET', '/kept/record');
    return { file: await reply.blob(), unread: reply.headers.get('Quadrille-Unread')?.split(' ') ?? [] };
  },
  take: (data, from) => send('POST', '/kept', { data, from }),
  remove: (id) => send('DELETE', `/kept/${id}`),
  removeAll: () => send('DELETE', '/kept'),
  removeSolution: (name) => send('DELETE', `/kept/solutions/${name}`),
};

// contents are the games of a file, {record} or {data}.
export const contents = (file) => send('POST', '/records', file);

// position is how a position of no game stands: {game, rules, fen, turns,
// pending} and an action or a move to perform there.
export const position = (of) => send('POST', '/positions', of);

const words = (rules) => Object.entries(rules).map((rule) => rule.join('=')).join(' ');

// solution is that of a game under some rules, for who plays none: the address of its
// stream, and what has it solved or stops that.
export const solution = ({ game, rules }) => ({
  address: `/api/v1/solution?${new URLSearchParams({ game, rules: words(rules) })}`,
  solve: (on) => send('POST', '/solution', { game, rules, solve: on }),
});

// positionAnalysis is the address of an analysis of such a position.
export function positionAnalysis({ game, rules, fen, turns, pending }, query) {
  const where = { game, rules: words(rules), fen, turns: turns.join(' '), pending: pending.join('; ') };
  return `/api/v1/analysis?${new URLSearchParams({ ...where, ...query })}`;
}

export const beginCompetition = (spec) => send('POST', '/competitions', spec);

// competition is the API of one competition; the organiser's secret goes with
// what is for him.
export function competition(id) {
  const path = `/competitions/${id}`;
  return {
    results: () => send('GET', path),
    organise: (what, secret) => send('POST', `${path}/${what}`, {}, secret),
    join: (player, secret) => send('POST', `${path}/players`, player, secret),
    eventsAddress: `/api/v1${path}/events`,
  };
}

// game is the API of one game. Every change is sent with the token of the seat
// that it is for, where this browser has one.
export function game(id) {
  const path = `/games/${id}`;
  const token = (seat) => {
    const held = tokens(id);
    return held[seat] ?? others(id)[seat] ?? Object.values(held)[0];
  };
  return {
    state: () => send('GET', path),
    at: (turns) => send('GET', `${path}?at=${turns}`),
    act: (change, seat) => send('POST', `${path}/act`, change, token(seat)),
    try: (action, seat) => send('POST', `${path}/try`, { action }, token(seat)),
    undo: (what, seat) => send('POST', `${path}/undo`, what, token(seat)),
    hint: (limits, seat) => send('POST', `${path}/hint`, limits, token(seat)),
    restart: (seat) => send('POST', `${path}/restart`, {}, token(seat)),
    answer: (answer, seat) => send('POST', `${path}/answer`, answer, token(seat)),
    draw: (seat) => send('POST', `${path}/draw`, {}, token(seat)),
    rematch: (seat) => send('POST', `${path}/rematch`, {}, token(seat)),
    resign: (seat) => send('POST', `${path}/resign`, { seat }, token(seat)),
    join: (seat, name, secret) => send('POST', `${path}/join`, { seat, name }, secret),
    leave: (seat) => send('POST', `${path}/leave`, { seat }, token(seat)),
    solve: (on, seat) => send('POST', `${path}/solution`, { solve: on }, token(seat)),
    seats: (seats, seat) => send('PUT', `${path}/seats`, seats, token(seat)),
    records: () => send('GET', `${path}/records`),
    record: async () => (await ask('GET', `${path}/record`)).text(),
    file: async (form) => (await ask('GET', `${path}/record?form=${form}`)).blob(),
    eventsAddress: `/api/v1${path}/events`,
    analysisAddress: `/api/v1${path}/analysis`,
    reviewAddress: `/api/v1${path}/review`,
  };
}
