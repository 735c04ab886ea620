// All checks that do not run the code: format, lint with import rules, types, generated files.
// node tools/verify.ts [the beginning of a step's name]
import { runStep, type Step } from './steps.ts';

/**
 * By its path, because the older compiler, from which other packages read types, installs a command with the same
 * name.
 */
const checkTypes = ['node', 'node_modules/typescript/bin/tsc', '--noEmit'];

const steps: Step[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint and boundaries', command: ['oxlint'] },
  { name: 'types', command: checkTypes },
  { name: 'types of the board', command: [...checkTypes, '-p', 'web'] },
  { name: 'types of the portal', command: [...checkTypes, '-p', 'web/tsconfig.portal.json'] },
  { name: 'patterns', command: ['node', 'tools/patterns.ts'] },
  { name: 'prose', command: ['node', 'tools/prose/lint-prose.ts'] },
  { name: 'commits', command: ['node', 'tools/prose/check-commits.ts'] },
  { name: 'migrations', command: ['node', 'tools/lint-migrations.ts'] },
  { name: 'generated files', command: ['node', 'tools/generate.ts', '--check'] },
];

const [wanted = ''] = process.argv.slice(2);
const results = await Promise.all(steps.filter(({ name }) => name.startsWith(wanted)).map(runStep));
for (const { name, ok, seconds, output } of results) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output);
}
process.exitCode = results.length > 0 && results.every(({ ok }) => ok) ? 0 : 1;
