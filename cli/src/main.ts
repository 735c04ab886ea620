// The process `mw`. It passes everything to the command as an Io, so that a test can pass its own.
import { boundedFetch } from './bounded-fetch.ts';
import type { Io } from './command.ts';
import { commands } from './commands.ts';
import { findCommand } from './find-command.ts';
import { runMw } from './run-mw.ts';

const ending = new AbortController();
// A second Ctrl-C ends it immediately, as Node does without a listener.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());

// A pending read of stdin would otherwise keep the process alive.
ending.signal.addEventListener('abort', () => process.stdin.destroy());

const words = process.argv.slice(2);
const found = findCommand(commands, words);
const follows = found.kind === 'command' && found.command.follows === true;

// A reader such as `head` may have closed the pipe, or the disk may be full. Commands that follow end then; others
// complete.
// A closed pipe means that the reader is satisfied, so the exit code is the command's own; a failed write is a
// failure.
let isLost = false;
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (follows && stream === process.stdout) ending.abort();
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    process.exitCode ||= 1;
    if (stream === process.stdout) process.stderr.write(`Cannot write the output: ${code}\n`);
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
  fetch: boundedFetch,
  signal: ending.signal,
  now: () => new Date(),
  columns: process.stdout.columns,
};

const exitCode = await runMw(commands, words, io);
process.exitCode = exitCode === 0 && isLost ? 1 : exitCode;
