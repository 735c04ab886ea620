import { describe, expect, it } from 'vitest';
import { coverage } from './clause-coverage.ts';

const clauses = ['A-ONE-001', 'A-ONE-002', 'P-TWO-001'];
const report = (...tests: [status: string, fullName: string][]) => ({
  testResults: [{ assertionResults: tests.map(([status, fullName]) => ({ status, fullName })) }],
});

describe('clause coverage', () => {
  it('counts a clause when a test that carries its id passed', () => {
    const { covered, uncovered } = coverage(clauses, report(['passed', 'does it [A-ONE-001, P-TWO-001]']), []);
    expect(covered).toEqual(['A-ONE-001', 'P-TWO-001']);
    expect(uncovered).toEqual(['A-ONE-002']);
  });

  it('does not count a clause that one test passes and another fails, or that is only skipped', () => {
    const tests = report(['passed', '[A-ONE-001]'], ['failed', '[A-ONE-001]'], ['skipped', '[A-ONE-002]']);
    expect(coverage(clauses, tests, []).covered).toEqual([]);
  });

  it('lost clauses and unknown clause ids are reported', () => {
    const { lost, unknown } = coverage(clauses, report(['passed', '[A-ONE-009]']), ['A-ONE-001']);
    expect(lost).toEqual(['A-ONE-001']);
    expect(unknown).toEqual(['A-ONE-009']);
  });
});
