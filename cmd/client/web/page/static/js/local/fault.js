// What is wrong with a file of the folder, which its host must publish as it is.

// fault asks the host for a file that could not be used, and says what is wrong with
// it: { kind, file, text } and the status or the type of the answer. The kinds are
// missing; type, of a script that is sent as something else; changed, where it broke off
// or is not what the digest says, which is written as the attribute integrity has it; and
// away, where the host does not answer. It is null where the file is as it must be.
export async function fault(address, digest, script = false) {
  const file = /(built\/)?[^/]+$/.exec(new URL(address).pathname)?.[0] ?? 'index.html';
  const said = (kind, text, more) => ({ kind, file, text: `${file} ${text}; the folder must be published whole, and its files as they are`, ...more });
  let reply;
  try {
    reply = await fetch(address, { cache: 'no-store' });
  } catch {
    return { kind: 'away', file, text: `${file} could not be loaded: the host does not answer` };
  }
  const { status } = reply;
  if (!reply.ok) return said('missing', `is missing on the host (HTTP ${status})`, { status });
  const type = reply.headers.get('Content-Type') ?? '';
  if (script && !/\b(java|ecma)script\b/i.test(type)) return said('type', `comes from the host as "${type}" and not as a script`, { type });
  const sum = await reply.arrayBuffer().then((bytes) => crypto.subtle.digest('SHA-256', bytes)).catch(() => null);
  if (!sum || (digest && `sha256-${btoa(String.fromCharCode(...new Uint8Array(sum)))}` !== digest)) return said('changed', 'broke off, or was changed');
  return null;
}
