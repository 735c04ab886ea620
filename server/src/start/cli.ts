#!/usr/bin/env node
import { cacheCompiledCode } from './cache-compiled-code.ts';

cacheCompiledCode();
// Only what is imported from here on is cached.
const { runCommand } = await import('./run-command.ts');
const { argv, env } = process;
process.exit(await runCommand(argv.slice(2), { env, print: console.log, printError: console.error }));
