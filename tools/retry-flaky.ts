// After a failed test run: runs the failed files once more, alone. A test that now passes is flaky, not fixed: it
// is listed at the end, and its first failure stays above. Repeated failures, or failures in more than a few files,
// stand.
// node tools/retry-flaky.ts .results/tests.json [arguments for vitest]
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { mergeReports, unsteadyTests, type VitestReport } from './test-reports.ts';

/** More failures than this are not caused by a busy machine. */
const filesMost = 6;

const [reportFile = '', ...options] = process.argv.slice(2);
const first = read(reportFile);
const files = first.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
if (files.length === 0 || files.length > filesMost) {
  console.error(`${files.length} test files failed: no second look`);
  process.exit(1);
}
// Its report replaces the first one.
const { status } = spawnSync('vitest', ['run', ...options, ...files], { stdio: 'inherit' });
writeFileSync(reportFile, JSON.stringify(mergeReports(first, read(reportFile))));
if (status !== 0) process.exit(1);
for (const { file, test } of unsteadyTests(first)) {
  console.log(`UNSTEADY: ${relative(process.cwd(), file)}: ${test} (failed at first, passed alone)`);
}

function read(file: string): VitestReport {
  return JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
}
