import { CommandFailed, ended } from './command-failed.ts';
import type { Command, ExitCode, Io } from './command.ts';
import { describe, toHelp } from './describe.ts';
import { findCommand } from './find-command.ts';
import { parseGiven } from './parse-given.ts';
import { cleanLines } from './print.ts';

/** Runs the words after `mw`; prints through the Io and returns the exit code. */
export async function runMw(commands: readonly Command[], words: readonly string[], shell: Io): Promise<ExitCode> {
  const io = harmless(shell);
  const json = words.includes('--json');
  const found = findCommand(commands, words);
  if (found.kind === 'version') {
    const { readVersion } = await import('./read-version.ts');
    io.out(json ? JSON.stringify({ version: readVersion() }) : `mw ${readVersion()}`);
    return 0;
  }
  if (found.kind === 'help') {
    if (json) io.out(JSON.stringify(toHelp(found.commands)));
    else for (const line of describe(found.of, found.commands, io.columns)) io.out(line);
    return 0;
  }
  try {
    if (found.kind === 'unknown') {
      const offered = found.near.map((name) => `mw ${name}`).join(', or ');
      const more = offered === '' ? 'See mw --help.' : `Did you mean ${offered}?`;
      throw new CommandFailed(2, `mw ${found.typed} is not a command. ${more}`);
    }
    const given = parseGiven(found.command, found.rest);
    const run = await found.command.load();
    return await run(json ? withJsonNotes(io) : io, given);
  } catch (error) {
    return sayFailure(error, json, io);
  }
}

/** Names, events and errors are untrusted texts. Every line passes through here, so no command can forget it. */
const harmless = (io: Io): Io => ({
  ...io,
  out: (line) => io.out(cleanLines(line)),
  err: (line) => io.err(cleanLines(line)),
});

/** With --json each line of stderr is a JSON value too: notes for people, and at the end the error. */
const withJsonNotes = (io: Io): Io => ({ ...io, err: (line) => io.err(JSON.stringify({ note: line })) });

/** Never a stack trace: unexpected errors also have a name and a sentence. */
async function sayFailure(error: unknown, json: boolean, io: Io): Promise<ExitCode> {
  const { toFailure } = await import('./to-failure.ts');
  // An interrupted call counts as interrupted, whatever error it throws.
  const { exitCode, message, facts } =
    io.signal.aborted && !(error instanceof CommandFailed) ? ended() : toFailure(error);
  io.err(json ? JSON.stringify({ error: message, ...facts }) : message);
  return exitCode;
}
