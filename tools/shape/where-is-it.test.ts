import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, root } from './sources.ts';

const rows = [...read('docs/where-is-it.md').matchAll(/^\| \d+ +\| (.+?) +\| `([^`]+)` +\| `([^`]+)` +\|$/gm)].map(
  ([, question = '', path = '', name = '']) => ({ question, path, name }),
);

describe('docs/where-is-it.md', () => {
  it('answers at least 25 questions', () => {
    expect(rows.length).toBeGreaterThanOrEqual(25);
    expect(new Set(rows.map(({ question }) => question)).size).toBe(rows.length);
  });

  it.each(rows)('$question: $path holds $name', ({ path, name }) => {
    expect(existsSync(join(root, path))).toBe(true);
    const declared = new RegExp(`(?:function\\*?|const|class|type) ${name}\\b`);
    const defined = path.endsWith('.sql') ? new RegExp(`\\b${name.replace('.', '\\.')}\\b`) : declared;
    expect(read(path)).toMatch(defined);
  });
});
