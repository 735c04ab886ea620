import { expect, it } from 'vitest';
import { describeStatementRun } from './statement-run.ts';

it.each([
  [3, 0, 0, '3 statements issued.'],
  [1, 7, 0, '1 statement issued.'],
  [2, 0, 1, '2 statements issued. 1 institution skipped: a plan has no price.'],
  [0, 4, 2, 'No statements issued. 2 institutions skipped: a plan has no price.'],
  [0, 4, 0, 'No statements issued: all 4 for that month already exist.'],
  [0, 1, 0, 'No statements issued: the one for that month already exists.'],
  [0, 0, 0, 'No statements issued: no vehicles were enrolled in that month.'],
])('a run with %i issued, %i existing and %i skipped says: %s', (...[issued, existing, skipped, text]) => {
  expect(
    describeStatementRun({
      issued,
      existing,
      unpriced: Array.from({ length: skipped }, () => ({ institution_id: '', plan: '' })),
    }),
  ).toBe(text);
});
