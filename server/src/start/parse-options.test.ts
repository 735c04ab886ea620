import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { parseOptions } from './parse-options.ts';

const command = (changes: Partial<Command> = {}): Command => ({
  name: 'thing create',
  about: 'make a thing',
  options: ['name'],
  optional: ['label'],
  run: async () => ({ ok: true, result: {}, lines: [] }),
  ...changes,
});

describe('the options of a command', () => {
  it('are read by name, with --json anywhere among them', () => {
    expect(parseOptions(command(), ['--json', '--name', 'a', '--label=b'])).toEqual({
      options: { name: 'a', label: 'b' },
      json: true,
    });
  });

  it('may have values that begin with a dash', () => {
    expect(parseOptions(command(), ['--name', '--json'])).toEqual({ options: { name: '--json' }, json: false });
  });

  it('may follow or precede the one argument', () => {
    const withFile = command({ options: [], optional: ['label'], argument: 'file' });
    const read = { options: { file: 'rows.csv', label: 'b' }, json: false };
    expect(parseOptions(withFile, ['rows.csv', '--label', 'b'])).toEqual(read);
    expect(parseOptions(withFile, ['--label', 'b', 'rows.csv'])).toEqual(read);
  });

  it.each([
    [['--name', 'a', '--size', '1'], '--size is not known here'],
    [['--name', 'a', '-x'], '-x is not known here'],
    [['--name', 'a', 'more'], 'more is not known here'],
    [['--name'], '--name has no value'],
    [['--name', 'a', '--name', 'b'], '--name is there twice'],
    [['--name', 'a', '--json=no'], '--json takes no value'],
    [['--label', 'b'], 'it needs --name'],
  ])('%j are refused with the reason', (words, wrong) => {
    expect(parseOptions(command(), words)).toEqual({ wrong });
  });

  it('name everything that is missing at once', () => {
    const both = command({ options: ['name', 'mode'], argument: 'file' });
    expect(parseOptions(both, [])).toEqual({ wrong: 'it needs FILE, --name, --mode' });
    expect(parseOptions(both, ['a', 'b'])).toEqual({ wrong: 'b is not known here' });
  });
});
