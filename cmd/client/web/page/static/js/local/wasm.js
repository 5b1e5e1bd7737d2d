// How a program is loaded and run: one file for the host and the engines.

import 'wasm_exec.js';
import { decompress } from '../vendor/fzstd.js';

// counted passes bytes on and says how many came.
function counted(seen) {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, to) {
      bytes += chunk.length;
      seen(bytes);
      to.enqueue(chunk);
    },
  });
}

// compile loads and compiles the program at an address, which zstd packed, and says
// meanwhile how many bytes have come.
export async function compile(address, seen) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: HTTP ${reply.status}`);
  const packed = await new Response(reply.body.pipeThrough(counted(seen))).arrayBuffer();
  return WebAssembly.compile(decompress(new Uint8Array(packed)));
}

// run runs a program with arguments to its end, and resolves to its exit status.
export async function run(module, ...args) {
  const go = new Go();
  let status = 0;
  go.exit = (code) => { status = code; };
  go.argv = ['quadrille', ...args];
  await go.run(await WebAssembly.instantiate(module, go.importObject));
  return status;
}
