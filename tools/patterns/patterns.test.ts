import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureAttempts } from './measure-attempts.ts';

function check(...lines: readonly string[]) {
  const file = join(mkdtempSync(join(tmpdir(), 'patterns-')), 'source.ts');
  writeFileSync(file, lines.join('\n'));
  const { status, stdout } = spawnSync('node', ['tools/patterns.ts', file], { encoding: 'utf8' });
  const refused = [...stdout.matchAll(/source\.ts:(\d+): .* (?:is not proven linear|is computed)/g)];
  return { status, lines: refused.map(([, line]) => Number(line)) };
}

it('the check refuses every expression that is slow or cannot be seen', () => {
  const planted = [
    String.raw`export const money = /^(\()?\s*[=+]?\s*(-)?\s*(?:US)?(\$)?\s*(-)?\s*(\d+)$/;`,
    String.raw`export const end = (text: string) => text.replace(/(?:\r?\n)+$/, '');`,
    String.raw`export const signature = /\n+\s*sent from my .*$/is;`,
    String.raw`export const pem = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/;`,
    String.raw`export const literal = new RegExp('\\s+$');`,
    "export const made = new RegExp(['a', 'a', 'b'].join('*'), 'i');",
    'export const given = (text: string) => new RegExp(text).test(text);',
    "export const schema = { type: 'string', pattern: '^[^,]*x[^,]*$' };",
  ];
  expect(check(...planted)).toEqual({ status: 1, lines: [1, 2, 3, 4, 5, 6, 7, 8] });
});

it('the check passes linear expressions', () => {
  const linear = [
    String.raw`export const date = /^\d{4}-\d{2}-\d{2}$/;`,
    String.raw`export const end = (text: string) => text.replace(/(?<!\s)\s+$/, '');`,
    "export const made = new RegExp(`^${'ab'.repeat(2)}+$`, 'i');",
    String.raw`export const schema = { type: 'string', pattern: '^\\d{1,9}$' };`,
    'export const half = 1 / 2 / 3; // no expression: /(a+)+$/',
  ];
  expect(check(...linear)).toEqual({ status: 0, lines: [] });
});

it.each([
  // A certain match ends the search, even if the engine looks ahead for more.
  [String.raw`\+.*`, 'g', true],
  [String.raw`\w+(?:\.\w+)*`, 'g', true],
  [String.raw`\+.*$`, '', false],
  [String.raw`a(?:[^b]*b)?`, 'g', false],
  // Anchors, word boundaries and lookarounds of one character are exact.
  [String.raw`^a*a*`, '', true],
  [String.raw`^a*a*$`, '', false],
  [String.raw`(?<!a)a+$`, '', true],
  [String.raw`\ba+\b!`, '', true],
  [String.raw`a+\b!`, '', false],
  [String.raw`^(?=.*\d)\w+$`, '', true],
  [String.raw`(?=.*\d)\w`, '', false],
  [String.raw`(?<=a.*)b`, '', false],
  // Repetitions inside repetitions, and repetitions of an empty match.
  [String.raw`^(?:ab?)*$`, '', true],
  [String.raw`^(?:a?)*$`, '', true],
  [String.raw`^(?:a*)*$`, '', false],
  [String.raw`^(?:a|a)*$`, '', false],
  [String.raw`^(a*)\1$`, '', false],
  // A small bound is a constant.
  [String.raw`\b[A-Z]{32}\b`, '', true],
  [String.raw`[A-Z]{1,5000}!`, '', false],
  [String.raw`[a-z]+!`, 'y', true],
  [String.raw`[a-z]+!`, '', false],
])('/%s/%s is judged: linear %s', (source, flags, linear) => {
  expect(measureAttempts(source, flags).linear).toBe(linear);
});
