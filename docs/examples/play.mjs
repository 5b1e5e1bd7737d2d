// Play any game of an engine that speaks the protocol, in a terminal:
//
//     node play.mjs GAME LEVEL SEATS ENGINE [ARGUMENT...]
//     node play.mjs othello 3 p1 ./engine
//
// SEATS are yours, such as p1 or p1,p3. Type a turn, an action, undo, legal or quit.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [game, level, mine, command, ...args] = process.argv.slice(2);
process.on('uncaughtException', (error) => { console.error(error.message); process.exit(1); });
if (!command) throw new Error('write: node play.mjs GAME LEVEL SEATS ENGINE [ARGUMENT...]');
const engine = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const answers = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
const typed = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function read(last) { // lines up to one that matches
  for (const lines = []; ;) {
    const { value, done } = await answers.next();
    if (done) throw new Error('the engine ended');
    if (lines.push(value) && last.test(value)) return lines;
  }
}
async function ask(line) { // sends a command; its answer is what comes before readyok
  engine.stdin.write(`${line}\nisready\n`);
  const answer = (await read(/^readyok/)).slice(0, -1);
  if (/^error /.test(answer[0])) throw new Error(answer[0].replace(/^error \S+ /, ''));
  return answer;
}
const query = async (what) => (await ask(`query ${what}`))[0].replace(/^response ?/, '');
const show = async () => console.log((await ask('show')).join('\n'));

async function person(seat) {
  process.stdout.write(`${seat}, ${await query('phase')}> `);
  const { value, done } = await typed.next();
  const text = done ? 'quit' : value.trim();
  const verbs = JSON.parse(await query('verbs')).map((v) => v.verb);
  if (text === 'quit') process.exit();
  if (text === 'legal') console.log(`legal: ${await query('legal')}`);
  else if (text) await ask([...verbs, 'undo'].includes(text.split(/\s+/)[0]) ? text : `moves ${text}`);
}
async function machine(seat) {
  engine.stdin.write('go movetime 1000\n');
  const [, turn] = (await read(/^(bestmove|error)/)).at(-1).split(' ');
  await ask(`moves ${turn}`);
  console.log(`${seat} plays ${turn}`);
}

await ask(`setoption name Level value ${level}`);
await ask(`newgame ${game}`);
for (await show(); await query('gameover') === 'false';) {
  const turn = await query('turn');
  const seat = (await query('seats')).split(' ')[turn[1] - 1];
  await (mine.split(',').includes(turn) ? person : machine)(seat).then(show, (refusal) => console.log(refusal.message));
}
console.log(`Game over: ${await query('result')} by ${await query('reason')}, scores ${await query('scores')}`);
process.exit();
