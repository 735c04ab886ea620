import { expect, it } from 'vitest';
import { scaleRules } from './watch.ts';

it('shortens durations and windows and nothing else', () => {
  const rule = `      - alert: A
        expr: 'sum(x unless x offset 5m or increase(x{route="/1m"}[5m])) > 60 and changes(y[1m]) > 3600'
        for: 2m
        labels: { severity: page }`;
  expect(scaleRules(rule, 60)).toBe(`      - alert: A
        expr: 'sum(x unless x offset 5s or increase(x{route="/1m"}[5s])) > 60 and changes(y[4s]) > 3600'
        for: 2s
        labels: { severity: page }`);
});
