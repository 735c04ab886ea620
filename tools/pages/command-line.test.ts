import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeCommandLine } from './command-line.ts';

it('the page of the command line has every command as the table has it', () => {
  expect(readFileSync('docs/operate/command-line.md', 'utf8')).toBe(describeCommandLine());
});
