import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeCommandLine } from './command-line.ts';

it('the command line page lists every command from the table', () => {
  expect(readFileSync('docs/operate/command-line.md', 'utf8')).toBe(describeCommandLine());
});
