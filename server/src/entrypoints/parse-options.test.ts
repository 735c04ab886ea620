import { describe, expect, it } from 'vitest';
import type { CommandForm } from './command.ts';
import { parseOptions } from './parse-options.ts';

const command = (changes: Partial<CommandForm> = {}): CommandForm => ({
  name: 'thing create',
  about: 'make a thing',
  options: ['name'],
  optional: ['label'],
  ...changes,
});

describe('the options of a command', () => {
  it('options are read by name, with --json anywhere among them', () => {
    expect(parseOptions(command(), ['--json', '--name', 'a', '--label=b'])).toEqual({
      options: { name: 'a', label: 'b' },
      json: true,
    });
  });

  it('an option may have a value that begins with a dash', () => {
    expect(parseOptions(command(), ['--name', '--json'])).toEqual({ options: { name: '--json' }, json: false });
  });

  it('options may follow or precede the one argument', () => {
    const withFile = command({ options: [], optional: ['label'], argument: 'file' });
    const read = { options: { file: 'rows.csv', label: 'b' }, json: false };
    expect(parseOptions(withFile, ['rows.csv', '--label', 'b'])).toEqual(read);
    expect(parseOptions(withFile, ['--label', 'b', 'rows.csv'])).toEqual(read);
  });

  it.each([
    [['--name', 'a', '--size', '1'], 'unknown option --size'],
    [['--name', 'a', '-x'], 'unknown option -x'],
    [['--name', 'a', 'more'], 'unexpected argument more'],
    [['--name'], '--name needs a value'],
    [['--name', 'a', '--name', 'b'], '--name is given twice'],
    [['--name', 'a', '--json=no'], '--json takes no value'],
    [['--label', 'b'], 'it needs --name'],
  ])('the options %j are refused with the reason', (words, wrong) => {
    expect(parseOptions(command(), words)).toEqual({ wrong });
  });

  it('an option may be a flag, which has no value', () => {
    const strict = command({ options: [], flags: ['strict'] });
    expect(parseOptions(strict, ['--strict'])).toEqual({ options: { strict: 'yes' }, json: false });
    expect(parseOptions(strict, ['--strict=no'])).toEqual({ wrong: '--strict takes no value' });
  });

  it.each([['--help'], ['-h'], ['--label', 'b', '--help'], ['--size', '--help']])(
    'the options ask for help: %j %j %j',
    (...words) => {
      expect(parseOptions(command(), words.filter(Boolean))).toEqual({ help: true });
    },
  );

  it('a help option that is the value of another does not ask for help', () => {
    expect(parseOptions(command(), ['--name', '--help'])).toEqual({ options: { name: '--help' }, json: false });
  });

  it('all missing options are named together', () => {
    const both = command({ options: ['name', 'mode'], argument: 'file' });
    expect(parseOptions(both, [])).toEqual({ wrong: 'it needs FILE, --name, --mode' });
    expect(parseOptions(both, ['a', 'b'])).toEqual({ wrong: 'unexpected argument b' });
  });
});
