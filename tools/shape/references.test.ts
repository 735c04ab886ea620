import { describe, expect, it } from 'vitest';
import { findUnresolved, listDecisionIds } from './references.ts';
import { read } from './sources.ts';

const find = (text: string, path = 'docs/a.md') => findUnresolved([{ path, text }]);

describe('references', () => {
  it('a reference must lead to a decision, a table or a record', () => {
    expect(find('as D-048 and T1 say; see record 0001 and [0002](x.md), at 12:00T12:00')).toEqual([]);
    expect(find('D-146')).toEqual(['docs/a.md:1: D-146']);
    expect(find('a\nT13 ')).toEqual(['docs/a.md:2: T13']);
    expect(find('record 0199')).toContain('docs/a.md:1: 0199');
  });

  it('only the replacement of a removed record may name it', () => {
    const record = (text: string) => find(text, 'docs/decisions/0001-a.md');
    expect(record('# 0001 A\n\nAccepted 2026-11-15. Replaces 0011, 0113\n')).toEqual([]);
    expect(record('as 0011, or [0113](b.md)')).toHaveLength(2);
  });

  it('a reference by bare number is reported', () => {
    expect(find('// (decision 48)', 'a.ts')).toEqual(['a.ts:1: decision 48']);
    expect(find('// table T4', 'a.ts')).toEqual(['a.ts:1: table T4']);
  });
});

describe('spec/decisions.md', () => {
  it('each id occurs once, in order', () => {
    const points = Array.from({ length: 145 }, (_, index) => `D-${String(index + 1).padStart(3, '0')}`);
    const tables = Array.from({ length: 12 }, (_, index) => `T${index + 1}`);
    expect(listDecisionIds()).toEqual([...points, ...tables]);
  });

  it('each point has its question, decision and reason', () => {
    const items = read('spec/decisions.md')
      .split(/^### (?=D-)/m)
      .slice(1);
    const lacking = items.filter(
      (item) => !['Open', 'Decision', 'Why'].every((part) => item.includes(`- **${part}:** `)),
    );
    expect(lacking.map((item) => item.slice(0, 40))).toEqual([]);
  });

  it('each change names a record or the changelog', () => {
    const changes = read('spec/decisions.md')
      .split('\n')
      .filter((line) => line.includes('**Changed:**'));
    expect(changes.length).toBeGreaterThan(30);
    expect(changes.filter((line) => !/\.\.\/(docs\/decisions\/\d{4}-|CHANGELOG)/.test(line))).toEqual([]);
  });
});
