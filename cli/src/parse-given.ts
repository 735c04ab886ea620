import { parseArgs } from 'node:util';
import type { Command, Given, Option } from './command.ts';
import { wrongUse } from './command-failed.ts';
import { findNearest } from './find-command.ts';

/** Options that every command takes. */
export const commonOptions: readonly Option[] = [
  { name: 'json', about: 'print only JSON to stdout, one value per line' },
  { name: 'url', value: '<address>', about: 'server URL; default: MAKEWHOLE_URL, then the one from mw login' },
  { name: 'help', about: 'show usage' },
];

/** A command's own options, before the common ones. */
export const optionsOf = ({ options = [] }: Command): readonly Option[] => [
  ...options,
  ...commonOptions.filter(({ name }) => !options.some((own) => own.name === name)),
];

/** Parses the words after a command's name, or throws an error that explains the problem. */
export function parseGiven(command: Command, words: readonly string[]): Given {
  const known = optionsOf(command);
  const given: Record<string, string | true> = {};
  const positional: string[] = [];
  for (const token of tokensOf(known, words)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      positional.push(token.value);
      continue;
    }
    const option = known.find(({ name }) => name === token.name);
    if (option === undefined) throw refused(command, `unknown option ${token.rawName}${offer(known, token.name)}`);
    if (token.name in given) throw refused(command, `--${token.name} is given twice`);
    if (option.value !== undefined && (token.value === undefined || token.value === '' || isNextOption(known, token)))
      throw refused(command, `--${token.name} has no value; it needs ${option.value}`);
    if (option.value === undefined && token.value !== undefined)
      throw refused(command, `--${token.name} takes no value`);
    given[token.name] = token.value ?? true;
  }
  requireArguments(command, positional);
  const { json, ...options } = given;
  return { arguments: positional, options, json: json === true };
}

/** A value may begin with a dash unless it is another option of the same command. */
const isNextOption = (
  known: readonly Option[],
  { value = '', inlineValue }: { value?: string; inlineValue?: boolean },
) => inlineValue !== true && known.some(({ name }) => value === `--${name}` || value.startsWith(`--${name}=`));

/** Not strict, so that a value may begin with a dash and we can report every problem in our own words. */
function tokensOf(known: readonly Option[], words: readonly string[]) {
  const options = Object.fromEntries(
    known.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]),
  );
  return parseArgs({ args: [...words], strict: false, tokens: true, options }).tokens;
}

/** `<file>` is required, `[file]` is optional, and a trailing `…` allows several. */
function requireArguments(command: Command, positional: readonly string[]): void {
  const { arguments: wanted = [] } = command;
  const needed = wanted.filter((one) => one.startsWith('<'));
  const [missing] = needed.slice(positional.length);
  if (missing !== undefined) throw refused(command, `${missing} is missing`);
  const many = wanted.some((one) => /…[>\]]$/.test(one));
  const [extra] = positional.slice(wanted.length);
  if (extra !== undefined && !many) throw refused(command, `unexpected argument ${extra}`);
}

const offer = (known: readonly Option[], typed: string): string => {
  const near = findNearest(
    typed,
    known.map(({ name }) => name),
  );
  return near === undefined ? '' : `; did you mean --${near}?`;
};

const refused = ({ name }: Command, what: string) => wrongUse(`mw ${name}: ${what}\nSee mw ${name} --help`);
