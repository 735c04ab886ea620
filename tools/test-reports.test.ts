import { describe, expect, it } from 'vitest';
import { mergeReports, unsteadyTests, type VitestReport } from './test-reports.ts';

const file = (name: string, ...statuses: readonly string[]) => ({
  name,
  status: statuses.every((status) => status === 'passed') && statuses.length > 0 ? 'passed' : 'failed',
  assertionResults: statuses.map((status, index) => ({ fullName: `${name} ${index}`, status })),
});
const report = (...testResults: readonly ReturnType<typeof file>[]): VitestReport => ({
  numPassedTests: -1,
  numFailedTests: -1,
  testResults,
});

describe('a second run', () => {
  const first = report(file('a', 'passed', 'passed'), file('b', 'passed', 'failed'), file('c'));

  it('replaces the first, file by file, and is counted again', () => {
    const merged = mergeReports(first, report(file('b', 'passed', 'passed'), file('c', 'passed')));
    expect(merged.testResults.map(({ name, status }) => [name, status])).toEqual([
      ['a', 'passed'],
      ['b', 'passed'],
      ['c', 'passed'],
    ]);
    expect([merged.numPassedTests, merged.numFailedTests]).toEqual([5, 0]);
  });

  it('counts repeated failures', () => {
    const merged = mergeReports(first, report(file('b', 'failed', 'passed'), file('c', 'passed')));
    expect([merged.numPassedTests, merged.numFailedTests]).toEqual([4, 1]);
  });

  it('the first failure is named by test, or by file when no test failed', () => {
    expect(unsteadyTests(first)).toEqual([
      { file: 'b', test: 'b 1' },
      { file: 'c', test: 'its start or its end' },
    ]);
  });
});
