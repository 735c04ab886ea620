#!/usr/bin/env node
import { runCommand } from './run-command.ts';

const { argv, env } = process;
process.exit(await runCommand(argv.slice(2), { env, print: console.log, printError: console.error }));
