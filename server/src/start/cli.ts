#!/usr/bin/env node
import { createService } from '#app/context';
import { AppError } from '#platform/errors';
import { commandContext, explain, type Command } from './command.ts';
import { commands, usage } from './commands.ts';
import { configOrExit } from './process.ts';

/** `makewhole <command> [--option value …] [--json]`: exit 0 done, 1 refused or failed, 2 not understood. */
async function main(words: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (command === undefined) {
    console.error(usage());
    return 2;
  }
  const args = parseOptions(command, words.slice(command.name.split(' ').length));
  if ('wrong' in args) {
    console.error(`makewhole ${command.name}: ${args.wrong}.\n${usage([command])}`);
    return 2;
  }
  const config = configOrExit('cli');
  const service = createService('makewhole-cli', { ...config, logLevel: 'silent' });
  try {
    const { ok, result, lines } = await command.run(commandContext(service.ctx, command, args.options), args.options);
    console.log(args.json ? JSON.stringify(result) : lines.join('\n'));
    return ok ? 0 : 1;
  } catch (error) {
    const message = error instanceof AppError ? explain(error) : `failed: ${String(error)}`;
    console.error(args.json ? JSON.stringify({ error: message }) : message);
    return 1;
  } finally {
    await service.close();
  }
}

type ParsedOptions = { readonly options: Record<string, string>; readonly json: boolean };

/** The options by name, or what is wrong with them in words. */
function parseOptions(command: Command, words: readonly string[]): ParsedOptions | { readonly wrong: string } {
  const options: Record<string, string> = {};
  const { argument } = command;
  const known = new Set([...command.options, ...(command.optional ?? [])]);
  let json = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--json') {
      json = true;
      continue;
    }
    if (argument !== undefined && !(argument in options) && !word.startsWith('--')) {
      options[argument] = word;
      continue;
    }
    const name = word.replace(/^--/, '');
    if (!known.has(name)) return { wrong: `${word} is not known here` };
    const value = words[(index += 1)];
    if (value === undefined) return { wrong: `--${name} has no value` };
    if (name in options) return { wrong: `--${name} is there twice` };
    options[name] = value;
  }
  return findMissing(command, options) ?? { options, json };
}

function findMissing({ argument, options: needed }: Command, options: Readonly<Record<string, string>>) {
  const missing = needed.filter((name) => !(name in options)).map((name) => `--${name}`);
  if (argument !== undefined && !(argument in options)) missing.unshift(argument.toUpperCase());
  return missing.length === 0 ? undefined : { wrong: `it needs ${missing.join(', ')}` };
}

process.exit(await main(process.argv.slice(2)));
