// Which clauses of the contract are proven: reads spec/clauses.tsv and the ids in the titles of passing tests.
// npm run spec:coverage              prints covered/total per group and every uncovered id; fails if a clause was
// lost
// npm run spec:coverage -- --update  records the current coverage as the minimum
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { coverage, type TestReport } from './clause-coverage.ts';
import { readFlags } from './read-flags.ts';

const resultsFile = '.results/tests.json';
const recordFile = 'spec/covered.txt';
const update = readFlags('update').has('update');

if (!existsSync(resultsFile)) {
  console.error(`${resultsFile} is missing: run npm test first`);
  process.exit(1);
}
const clauses = readLines('spec/clauses.tsv').map((line) => line.split('\t')[0] ?? '');
const report = JSON.parse(readFileSync(resultsFile, 'utf8')) as TestReport;
const recorded = existsSync(recordFile) ? readLines(recordFile) : [];
const { groups, covered, uncovered, unknown, lost } = coverage(clauses, report, recorded);

for (const { group, done, total } of groups) console.log(`${group.padEnd(14)} ${String(done).padStart(3)}/${total}`);
if (uncovered.length > 0) console.log(`\nuncovered: ${uncovered.join(' ')}`);
for (const id of unknown) console.error(`a test names ${id}, which is no clause`);
for (const id of lost) console.error(`${id} was covered and is no longer`);
if (update) writeFileSync(recordFile, covered.map((id) => `${id}\n`).join(''));
console.log(
  JSON.stringify({ covered: covered.length, total: clauses.length, lost: lost.length, unknown: unknown.length }),
);
process.exitCode = unknown.length > 0 || (lost.length > 0 && !update) ? 1 : 0;

function readLines(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
