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

// kept is the cache with the unpacked program, which spares unpacking it at every
// start and lets the browser keep what it compiled. It is null where there is none,
// as in some private windows.
const kept = (name) => globalThis.caches?.open(name).catch(() => null) ?? null;

// keep keeps a program in place of an older one. Without room it is unpacked again
// next time.
async function keep(cache, key, program) {
  try {
    for (const old of await cache.keys()) await cache.delete(old);
    await cache.put(key, program);
  } catch { /* there is no room */ }
}

// compile loads and compiles the program at an address, which gzip packed and whose
// name says what is in it, and says meanwhile how many bytes have come. The program
// is kept in the cache of a name.
export async function compile(address, name, seen) {
  const cache = await kept(name);
  const key = `${address}?unpacked`; // the address itself is of the packed file, which the service worker keeps
  const known = await cache?.match(key);
  if (known) return WebAssembly.compileStreaming(known);
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: HTTP ${reply.status}`);
  const unpacked = reply.body.pipeThrough(counted(seen)).pipeThrough(new DecompressionStream('gzip'));
  const program = new Response(unpacked, { headers: { 'Content-Type': 'application/wasm' } });
  return WebAssembly.compileStreaming(program);
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
