// The process `mw`: everything of it is given to the command as an Io, so that a test can give its own.
import type { Io } from './command.ts';
import { commands } from './commands.ts';
import { findCommand } from './find-command.ts';
import { runMw } from './run-mw.ts';

const ending = new AbortController();
// A second Ctrl-C ends it at once, as Node does without a listener.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());

// Whoever reads stdin would wait for its end, whatever else has ended.
ending.signal.addEventListener('abort', () => process.stdin.destroy());

const words = process.argv.slice(2);
const found = findCommand(commands, words);
const follows = found.kind === 'command' && found.command.follows === true;

// A reader such as `head` may have gone. What follows ends then; anything else is done whole, and ends with its own code.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (follows && stream === process.stdout) ending.abort();
  });

const io: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  async readStdin() {
    const parts: Buffer[] = [];
    for await (const part of process.stdin) parts.push(part as Buffer);
    return Buffer.concat(parts);
  },
  env: process.env,
  cwd: process.cwd(),
  fetch: (...request) => fetch(...request),
  signal: ending.signal,
  now: () => new Date(),
};

process.exitCode = await runMw(commands, words, io);
