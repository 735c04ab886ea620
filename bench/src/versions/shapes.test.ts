import { describe, expect, it } from 'vitest';
import { addShapes, compareShapes, type Shapes } from './shapes.ts';

const shapesOf = (...rows: readonly object[]): Shapes => {
  const shapes = new Map<string, Set<string>>();
  for (const row of rows) addShapes(shapes, 'a', row);
  return shapes;
};

describe('comparing what two versions wrote', () => {
  it('finds a column that one of them leaves empty, also in one row of several', () => {
    const today = shapesOf({ id: 'int_1', place: 7 }, { id: 'int_2', place: 8 });
    const found = shapesOf({ id: 'int_3', place: 9 }, { id: 'int_4', place: null });
    expect(compareShapes([today], found)).toEqual([{ name: 'a.place', expected: 'number', found: 'null or number' }]);
  });

  it('finds another word, another truth and a member of a member that is missing', () => {
    const today = shapesOf({ status: 'received', held: false, facts: { state: 'NY', from: 'report' } });
    const found = shapesOf({ status: 'duplicate', held: true, facts: { state: 'TX' } });
    expect(compareShapes([today], found).map(({ name }) => name)).toEqual(['a.facts.from', 'a.held', 'a.status']);
  });

  it('takes ids, times, amounts and texts for equal', () => {
    const today = shapesOf({
      id: 'int_0VbLS2XuUBTp9unnLSXC4O4o',
      at: '2026-11-17T05:00:00Z',
      cents: 100,
      words: 'Amber',
    });
    const found = shapesOf({
      id: 'int_0VbLS3iHLFO57YAEdamfnSPb',
      at: '2026-12-17T05:00:00Z',
      cents: 250,
      words: 'Basil',
    });
    expect(compareShapes([today], found)).toEqual([]);
  });

  it('allows what one of the runs of today’s version had', () => {
    const [once, again] = [shapesOf({ seq: null }), shapesOf({ seq: 4 })];
    expect(compareShapes([once, again], shapesOf({ seq: 5 }))).toEqual([]);
  });

  it('takes a duration of zero for any other duration, and a count of zero for none', () => {
    const today = shapesOf({ database_ms: 4, attempts: 2 });
    const found = shapesOf({ database_ms: 0, attempts: 0 });
    expect(compareShapes([today], found).map(({ name }) => name)).toEqual(['a.attempts']);
  });
});
