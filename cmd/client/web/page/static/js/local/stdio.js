// The standard input, output and error of a program: text that comes and goes. The
// program takes them for files 0, 1 and 2 of the system that wasm_exec.js gives it.

import 'wasm_exec.js';

const encoder = new TextEncoder();

// stdio gives the program what it writes to: out and err are called with texts. It
// returns what it reads: type(text), and hangUp, which ends its input.
export function stdio(out, err) {
  const writers = { 1: writer(out), 2: writer(err) };
  const input = reader();
  const { read, write, writeSync } = globalThis.fs;
  Object.assign(globalThis.fs, {
    writeSync(fd, bytes) {
      if (!writers[fd]) return writeSync.call(this, fd, bytes);
      writers[fd](bytes);
      return bytes.length;
    },
    write(fd, bytes, offset, length, position, done) {
      if (!writers[fd]) return write.call(this, fd, bytes, offset, length, position, done);
      writers[fd](bytes.subarray(offset, offset + length));
      done(null, length);
    },
    read(fd, bytes, offset, length, position, done) {
      if (fd !== 0) return read.call(this, fd, bytes, offset, length, position, done);
      input.read(bytes.subarray(offset, offset + length), done);
    },
  });
  return input;
}

// writer passes bytes on as text. A character may come in two parts.
function writer(to) {
  const decoder = new TextDecoder();
  return (bytes) => {
    const text = decoder.decode(bytes, { stream: true });
    if (text) to(text);
  };
}

// reader is an input that the program waits at.
function reader() {
  const waiting = []; // bytes that nobody has read
  let ended = false;
  let wanted = null; // a read that waits for bytes
  const serve = () => {
    if (!wanted || (!waiting.length && !ended)) return;
    const { bytes, done } = wanted;
    wanted = null;
    let n = 0;
    while (waiting.length && n < bytes.length) {
      const part = waiting[0].subarray(0, bytes.length - n);
      bytes.set(part, n);
      n += part.length;
      if (part.length < waiting[0].length) waiting[0] = waiting[0].subarray(part.length);
      else waiting.shift();
    }
    done(null, n);
  };
  return {
    read(bytes, done) {
      wanted = { bytes, done };
      serve();
    },
    type(text) {
      if (text) waiting.push(encoder.encode(text));
      serve();
    },
    hangUp() {
      ended = true;
      serve();
    },
  };
}
