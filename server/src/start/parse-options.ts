import { parseArgs } from 'node:util';
import type { Command } from './command.ts';

type ParsedOptions = {
  readonly options: Readonly<Record<string, string>>;
  readonly json: boolean;
  /** Who runs it, as the audit trail names them; default: the user of the system. */
  readonly as: string | undefined;
};
type Wrong = { readonly wrong: string };

/** The options of a command by name, or what is wrong with them in words. */
export function parseOptions(command: Command, words: readonly string[]): ParsedOptions | Wrong {
  const options: Record<string, string> = {};
  let json = false;
  let as: string | undefined;
  for (const token of tokensOf(command, words)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      const { argument } = command;
      if (argument === undefined || argument in options) return { wrong: `${token.value} is not known here` };
      options[argument] = token.value;
    } else if (token.name === 'json') {
      if (token.value !== undefined) return { wrong: '--json takes no value' };
      json = true;
    } else if (token.name === 'as' && !namesOf(command).includes('as')) {
      if (token.value === undefined || !/^[\w.@+-]{1,64}$/.test(token.value)) return { wrong: '--as has no name' };
      if (as !== undefined) return { wrong: '--as is there twice' };
      as = token.value;
    } else {
      const { name, rawName, value } = token;
      if (!namesOf(command).includes(name)) return { wrong: `${rawName} is not known here` };
      if (value === undefined) return { wrong: `--${name} has no value` };
      if (name in options) return { wrong: `--${name} is there twice` };
      options[name] = value;
    }
  }
  return findMissing(command, options) ?? { options, json, as };
}

const namesOf = ({ options, optional = [] }: Command): readonly string[] => [...options, ...optional];

/** Not strict, so that a value may begin with a dash and every problem is said in our own words. */
function tokensOf(command: Command, words: readonly string[]) {
  const valued = namesOf(command).map((name) => [name, { type: 'string' }] as const);
  return parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    options: { ...Object.fromEntries(valued), json: { type: 'boolean' }, as: { type: 'string' } },
  }).tokens;
}

function findMissing({ argument, options: needed }: Command, options: ParsedOptions['options']): Wrong | undefined {
  const missing = needed.filter((name) => !(name in options)).map((name) => `--${name}`);
  if (argument !== undefined && !(argument in options)) missing.unshift(argument.toUpperCase());
  return missing.length === 0 ? undefined : { wrong: `it needs ${missing.join(', ')}` };
}
