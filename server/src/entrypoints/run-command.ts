import { userInfo } from 'node:os';
import type { Actor } from '#actor';
import type { Ctx } from '#context';
import type { Config, Env, Policy } from '#platform/config';
import { AppError, unavailable } from '#platform/errors';
import { commandContext, explain, type Command, type Outcome, type ServiceCommand } from './command.ts';
import { commands } from './commands.ts';
import { describeCommands, toHelp } from './describe-commands.ts';
import { findCommand } from './find-command.ts';
import { parseOptions, type ParsedOptions } from './parse-options.ts';

/** Characters that control a terminal, reverse the text direction, or are invisible. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes control characters of a line for a terminal as JSON does, so that they are inert and JSON has the same value. */
const toPrintable = (text: string): string =>
  text.replaceAll(steering, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));

const escaped = (characters: string): string =>
  characters.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

type Shell = {
  readonly env: Env;
  /** For tests. */
  readonly policy?: Partial<Policy>;
  print(text: string): void;
  printError(text: string): void;
};

/** Runs `<command> [--option value …] [--json]`; returns the exit code, as in `exitCodes`. */
export async function runCommand(words: readonly string[], terminal: Shell): Promise<number> {
  const shell = harmless(terminal);
  const json = words.includes('--json');
  const { print } = shell;
  const found = findCommand(commands, words);
  if (found.kind === 'version') return sayVersion(json, print);
  if (found.kind === 'help') return sayHelp(found, json, print);
  if (found.kind === 'incomplete') {
    const what = found.of === '' ? 'No command given.' : `makewhole ${found.of} needs a subcommand.`;
    return refuse(shell, json, [what, describeCommands(found.of, found.commands)]);
  }
  if (found.kind === 'unknown') {
    const offered = found.near.map((name) => `makewhole ${name}`).join(', or ');
    const more = offered === '' ? 'See makewhole --help.' : `Did you mean ${offered}? See makewhole --help.`;
    return refuse(shell, json, [`${found.typed} is not a command. ${more}`]);
  }
  const { command, rest } = found;
  const args = parseOptions(command, rest);
  if ('help' in args) return sayHelp({ of: command.name, commands: [command] }, json, print);
  if ('wrong' in args) {
    const text = `makewhole ${command.name}: ${args.wrong}.`;
    return refuse(shell, json, [text, describeCommands(command.name, [command])]);
  }
  if ('alone' in command) return sayOutcome(command.alone(), args.json, print);
  return runWithService(command, args, shell);
}

/** Agents' notes and owners' names are untrusted text, so every line passes through here. */
const harmless = (shell: Shell): Shell => ({
  // Read only by commands that need settings.
  get env() {
    return shell.env;
  },
  policy: shell.policy ?? {},
  print: (text) => shell.print(toPrintable(text)),
  printError: (text) => shell.printError(toPrintable(text)),
});

async function runWithService(command: ServiceCommand, args: ParsedOptions, shell: Shell): Promise<number> {
  const config = await findConfig(args.json, shell);
  if (config === undefined) return 1;
  const { createService } = await import('#app/composition');
  // Where one shell has the settings of API and worker, commands may do what a worker may.
  const made = createService('makewhole-cli', { ...config, logLevel: 'silent' }, { unobserved: true });
  const service = command.asOwner === true ? made : made.asWorker();
  try {
    if (command.anyClock !== true) await requireRightClock(service.ctx);
    await requireKeys(service.ctx, command);
    const actor = { ...service.ctx.actor, runBy: args.as ?? userInfo().username } as Actor;
    const ctx = await commandContext({ ...service.ctx, actor }, command, args.options);
    return sayOutcome(await command.run(ctx, args.options), args.json, shell.print);
  } catch (error) {
    const message = error instanceof AppError ? explain(error) : `failed: ${String(error)}`;
    shell.printError(args.json ? JSON.stringify({ error: message }) : message);
    return 1;
  } finally {
    await service.close();
  }
}

function sayOutcome({ ok, exitCode, result, lines }: Outcome, json: boolean, print: Shell['print']): number {
  print(json ? JSON.stringify(result) : lines.join('\n'));
  return exitCode ?? (ok ? 0 : 1);
}

type Helped = { readonly of: string; readonly commands: readonly Command[] };

function sayHelp({ of, commands: some }: Helped, json: boolean, print: Shell['print']): number {
  print(json ? JSON.stringify(toHelp(some)) : describeCommands(of, some));
  return 0;
}

async function sayVersion(json: boolean, print: Shell['print']): Promise<number> {
  const { readVersion } = await import('./read-version.ts');
  const version = readVersion();
  print(json ? JSON.stringify({ version, node: process.versions.node }) : `makewhole ${version}`);
  return 0;
}

/** Nothing was done; for programs without the lines for people. */
function refuse({ printError }: Shell, json: boolean, [first = '', ...more]: readonly string[]): number {
  printError(json ? JSON.stringify({ error: first }) : [first, ...more].join('\n'));
  return 2;
}

/** A command's rows contain this machine's time: creation, expiry, and whether something has expired. */
async function requireRightClock({ db }: Ctx): Promise<void> {
  const { describeSkew, isSkewed, measureSkewMs } = await import('#platform/db');
  const skewMs = await measureSkewMs(db);
  if (!isSkewed(skewMs)) return;
  const message = `This machine's clock is ${describeSkew(skewMs)}: nothing was done.`;
  throw unavailable(message, { retryAfterS: 60 });
}

/** The running processes must be able to read a command's rows with their keys. */
async function requireKeys(ctx: Ctx, { anyKeys }: ServiceCommand): Promise<void> {
  if (anyKeys === true) return;
  const { agreeOnKey, findKeyProblem } = await import('#platform/jobs');
  const problem = await findKeyProblem(ctx);
  if (problem !== undefined) throw unavailable(problem, { retryAfterS: 60 });
  await agreeOnKey(ctx);
}

/** Prints all problems of the settings. */
async function findConfig(json: boolean, shell: Shell): Promise<Config | undefined> {
  const { printError } = shell;
  const { ConfigError, readConfig } = await import('#platform/config');
  try {
    return readConfig(shell.env, 'cli', { policy: shell.policy ?? {} });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    printError(json ? JSON.stringify({ error: error.message }) : error.message);
    return undefined;
  }
}
