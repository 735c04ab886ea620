// Everything about the code that can be judged without running it: format, lint with import rules, types, generated files.
import { runStep, type Step } from './steps.ts';

const steps: Step[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint and boundaries', command: ['oxlint'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the board', command: ['tsc', '--noEmit', '-p', 'web'] },
  { name: 'types of the portal', command: ['tsc', '--noEmit', '-p', 'web/tsconfig.portal.json'] },
  { name: 'migrations', command: ['node', 'tools/lint-migrations.ts'] },
  { name: 'generated files', command: ['node', 'tools/generate.ts', '--check'] },
];

const results = await Promise.all(steps.map(runStep));
for (const { name, ok, seconds, output } of results) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output);
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
