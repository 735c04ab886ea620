#!/usr/bin/env node
import { createService } from '#app/composition';
import { AppError } from '#platform/errors';
import { commandContext, explain } from './command.ts';
import { commands, usage } from './commands.ts';
import { parseOptions } from './parse-options.ts';
import { configOrExit } from './process.ts';

/** `makewhole <command> [--option value …] [--json]`: exit 0 done, 1 refused or failed, 2 usage error. */
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

process.exit(await main(process.argv.slice(2)));
