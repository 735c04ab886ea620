#!/usr/bin/env node
import { createService } from '#app/context';
import { AppError } from '#platform/errors';
import { commandContext, explain, type Command } from './command.ts';
import { commands, usage } from './commands.ts';
import { configOrExit } from './process.ts';

/** `makewhole <command> [--option value …] [--json]`: exit 0 done, 1 refused or failed, 2 not understood. */
async function main(words: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  const args = command && parseOptions(command, words.slice(command.name.split(' ').length));
  if (command === undefined || args === undefined) {
    console.error(usage());
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

/** Undefined when an option is unknown, repeated, without a value, or one that is needed is not there. */
function parseOptions(command: Command, words: readonly string[]): ParsedOptions | undefined {
  const options: Record<string, string> = {};
  const { argument } = command;
  const known = new Set([...command.options, ...(command.optional ?? [])]);
  let json = false;
  for (let index = 0; index < words.length; index += 1) {
    const name = words[index]?.replace(/^--/, '') ?? '';
    if (words[index] === '--json') {
      json = true;
      continue;
    }
    if (argument !== undefined && !(argument in options) && words[index]?.startsWith('--') === false) {
      options[argument] = words[index] ?? '';
      continue;
    }
    const value = words[(index += 1)];
    if (!known.has(name) || name in options || value === undefined) return undefined;
    options[name] = value;
  }
  const needed = argument === undefined ? command.options : [argument, ...command.options];
  return needed.every((name) => name in options) ? { options, json } : undefined;
}

process.exit(await main(process.argv.slice(2)));
