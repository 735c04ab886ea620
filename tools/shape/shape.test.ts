import { describe, expect, it } from 'vitest';
import { listCycles } from './cycles.ts';
import { listNames, listViolations, readGlossary } from './glossary.ts';
import { measureShape } from './shape.ts';
import { listUnusedExports } from './unused-exports.ts';

describe('the shape of the code', () => {
  it.each(measureShape())('$name: $value, at most $limit', ({ value, limit, faults = [] }) => {
    expect(faults).toEqual([]);
    expect(value).toBeLessThanOrEqual(limit);
  });
});

describe('unused exports', () => {
  it('are values that no other file names, and those that are only re-exported', () => {
    const sources = [
      { path: 'server/src/lib/a.ts', text: 'export const kept = 1;\nexport const lost = 2;\nexport type T = 3;\n' },
      { path: 'server/src/lib/b.ts', text: 'export const passed = kept;\nexport function named() {}\n' },
      { path: 'server/src/lib/index.ts', text: "export { passed, named as renamed } from './b.ts';\n" },
      { path: 'tools/c.ts', text: 'renamed(); export const own = 1;\n' },
    ];
    expect(listUnusedExports(sources)).toEqual(['server/src/lib/a.ts: lost', 'server/src/lib/b.ts: passed']);
  });
});

describe('cycles', () => {
  it('are found across any number of steps', () => {
    const arrows = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['d', 'a'],
    ] as const;
    expect(listCycles(arrows)).toEqual(['a', 'b', 'c']);
    expect(listCycles(arrows.slice(1))).toEqual([]);
  });
});

describe('the glossary', () => {
  const glossary = readGlossary(
    [
      '## Words',
      '| C | W | M | Not |',
      '| - | - | - | - |',
      '| a | guard | m | `door`, `once more`, `seal` (names), `open…` |',
      '## Homonyms',
      '| Word | Where | Why |',
      '| - | - | - |',
      '| `door` | `indoor-parking.ts` | a real one |',
    ].join('\n'),
  );
  const find = (scope: 'name' | 'text', text: string, where = 'x.ts') =>
    listViolations(glossary, [{ scope, where, text }]).length;

  it('finds words in names of every form, in file names and in texts', () => {
    expect(['partnerDoor', 'partner-door.ts', 'DOOR_RULE', 'sealText'].map((name) => find('name', name))).toEqual([
      1, 1, 1, 1,
    ]);
    expect(find('text', 'Sent once more.')).toBe(1);
    expect(find('text', 'the indoors, doormat, unsealed')).toBe(0);
    expect(find('text', 'a seal')).toBe(0);
  });

  it('finds words that are forbidden only at the beginning of a name', () => {
    expect(['openIntake', 'listOpen', 'open', 'opening'].map((name) => find('name', name))).toEqual([1, 0, 0, 0]);
  });

  it('allows homonyms where they are listed', () => {
    expect(find('name', 'door', 'server/indoor-parking.ts')).toBe(0);
  });

  it('checks exports, file names, metrics and log events', () => {
    const text = "export const a = 1;\nconst m = { name: 'makewhole_b_total' };\nctx.log.warn({ x: 1 }, 'c.d-e');\n";
    expect(listNames([{ path: 'f.ts', text }]).map((use) => use.text)).toEqual([
      'f.ts',
      'makewhole_b_total',
      'c.d-e',
      'a',
    ]);
  });
});
