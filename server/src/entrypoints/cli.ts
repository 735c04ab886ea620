#!/usr/bin/env node
import { cacheCompiledCode } from './cache-compiled-code.ts';

cacheCompiledCode();
// Only modules imported from here on are cached.
const { runCommand } = await import('./run-command.ts');
const { withDevSettings } = await import('./dev/with-dev-settings.ts');
const { argv, env } = process;
const shell = {
  get env() {
    return withDevSettings(env, console.error);
  },
  print: console.log,
  printError: console.error,
};
process.exit(await runCommand(argv.slice(2), shell));
