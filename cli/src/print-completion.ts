import { wrongUse } from './command-failed.ts';
import type { ExitCode, Given, Io } from './command.ts';
import { commands } from './commands.ts';
import { composeCompletion, shells } from './complete.ts';
import { print } from './print.ts';

export async function printCompletion(io: Io, given: Given): Promise<ExitCode> {
  const shell = shells.find((name) => name === given.arguments[0]);
  if (shell === undefined) throw wrongUse(`The shell must be one of ${shells.join(', ')}.`);
  const script = composeCompletion(shell, commands);
  print(io, given, { value: { shell, script }, lines: [script] });
  return 0;
}
