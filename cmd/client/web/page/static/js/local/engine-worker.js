// An engine in a worker. The first message is { module, args, keep }, the program, its
// arguments and the name of the database that has its files, or null; every other is a text for
// its standard input. It posts { out } and { err }, texts, and { status } when it has
// ended.

import { stdio } from './stdio.js';
import { run } from './wasm.js';
import { stored } from './files.js';

const input = stdio((out) => postMessage({ out }), (err) => postMessage({ err }));

async function start({ module, args = [], keep }) {
  const status = await run(module, ['engine', ...args], stored(keep));
  postMessage({ status });
  close();
}

addEventListener('message', ({ data }) => {
  if (typeof data === 'string') input.type(data);
  else start(data).catch((error) => postMessage({ err: `${error}\n`, status: 1 }));
});
