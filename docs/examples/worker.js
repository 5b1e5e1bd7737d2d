// The engine in a worker of your page. The page's messages are texts for its
// standard input, and it posts what the engine writes. Start it with the address of
// the folder that "client site FOLDER" writes:
//
//     const engine = new Worker('worker.js?folder=/quadrille/');
//     engine.onmessage = ({ data }) => console.log(data); // may be several lines, or a part of one
//     engine.postMessage('ugi\n');
const folder = new URL(new URLSearchParams(location.search).get('folder'), location.href);
importScripts(new URL('wasm_exec.js', folder));

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const typed = []; // bytes that the engine has not read
let wanted = null; // what it waits to be filled, and who is told

function serve() {
  if (!wanted || !typed.length) return;
  const { bytes, done } = wanted;
  const part = typed[0].subarray(0, bytes.length);
  bytes.set(part);
  typed[0] = typed[0].subarray(part.length);
  if (!typed[0].length) typed.shift();
  wanted = null;
  done(null, part.length);
}

onmessage = ({ data }) => {
  if (data) typed.push(encoder.encode(data));
  serve();
};

Object.assign(fs, { // which wasm_exec.js has made, without any files
  read(file, buffer, offset, length, position, done) {
    wanted = { bytes: buffer.subarray(offset, offset + length), done };
    serve();
  },
  writeSync(file, bytes) {
    postMessage(decoder.decode(bytes, { stream: true }));
    return bytes.length;
  },
  write(file, bytes, offset, length, position, done) {
    done(null, this.writeSync(file, bytes.subarray(offset, offset + length)));
  },
});

const go = new Go();
go.argv = ['quadrille', 'engine'];
fetch(new URL('quadrille.wasm', folder))
  .then((reply) => reply.arrayBuffer())
  .then((bytes) => WebAssembly.instantiate(bytes, go.importObject))
  .then(({ instance }) => go.run(instance));
