// How a program is loaded and run: one file for the host and the engines.

import 'wasm_exec.js';

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

// unpacked are the bytes that gzip packed, or those that a host has unpacked on
// their way: their beginning says which they are.
async function unpacked(stream) {
  const reader = stream.getReader();
  let first = new Uint8Array();
  while (first.length < 2) {
    const { value, done } = await reader.read();
    if (done) break;
    const both = new Uint8Array(first.length + value.length);
    both.set(first);
    both.set(value, first.length);
    first = both;
  }
  const all = new ReadableStream({
    start(to) { to.enqueue(first); },
    async pull(to) {
      const { value, done } = await reader.read();
      if (done) to.close();
      else to.enqueue(value);
    },
    cancel: (why) => reader.cancel(why),
  });
  return first[0] === 0x1f && first[1] === 0x8b ? all.pipeThrough(new DecompressionStream('gzip')) : all;
}

// compile loads and compiles the program at an address, and says meanwhile how many
// bytes have come.
export async function compile(address, seen) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: HTTP ${reply.status}`);
  const bytes = await unpacked(reply.body.pipeThrough(counted(seen)));
  return WebAssembly.compileStreaming(new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } }));
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
