import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { atNight, inTurn, inTurnInBrowser, isNightly, leftOutToday } from './runs.ts';

const root = new URL('../../', import.meta.url);

describe('test files that do not run every day', () => {
  it.each([...atNight, ...inTurn, ...inTurnInBrowser])('%s exists', (file) => {
    expect(existsSync(new URL(file, root))).toBe(true);
  });

  it.each([...inTurn, ...inTurnInBrowser])('%s proves no clause, because clauses are proven in every run', (file) => {
    expect(readFileSync(new URL(file, root), 'utf8')).not.toMatch(/\b[AP]-[A-Z]+-\d{3}\b/);
  });

  it.skipIf(isNightly)('files in rotation are skipped in CI, except for today’s quarter', () => {
    const left = leftOutToday(atNight, inTurn, ['run', '--silent']);
    expect(left.filter((file) => atNight.includes(file))).toEqual(atNight);
    expect(inTurn.filter((file) => !left.includes(file))).toHaveLength(inTurn.length / 4);
    const config = ['run', '--root', '.', '-c', 'server/test/e2e/vitest.config.ts'];
    expect(leftOutToday([], inTurnInBrowser, config)).toHaveLength((inTurnInBrowser.length * 3) / 4);
  });

  it('all files run when they are named', () => {
    expect(leftOutToday(atNight, inTurn, ['run', 'server/test/flows/canary.test.ts'])).toEqual([]);
  });
});
