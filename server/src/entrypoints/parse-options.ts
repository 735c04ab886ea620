import { parseArgs } from 'node:util';
import type { CommandForm } from './command.ts';

export type ParsedOptions = {
  readonly options: Readonly<Record<string, string>>;
  readonly json: boolean;
  /** The user who runs it, for the audit trail; default: the system user. */
  readonly as: string | undefined;
};
type Wrong = { readonly wrong: string };
type HelpWanted = { readonly help: true };

/** The options of a command by name, or a description of the mistake. */
export function parseOptions(command: CommandForm, words: readonly string[]): ParsedOptions | Wrong | HelpWanted {
  const options: Record<string, string> = {};
  let json = false;
  let as: string | undefined;
  const tokens = tokensOf(command, words);
  if (tokens.some((token) => token.kind === 'option' && ['help', 'h'].includes(token.name))) return { help: true };
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      const { argument } = command;
      if (argument === undefined || argument in options) return { wrong: `unexpected argument ${token.value}` };
      options[argument] = token.value;
    } else if (token.name === 'json') {
      if (token.value !== undefined) return { wrong: '--json takes no value' };
      json = true;
    } else if (token.name === 'as' && !namesOf(command).includes('as')) {
      if (token.value === undefined || !/^[\w.@+-]{1,64}$/.test(token.value)) return { wrong: '--as needs a name' };
      if (as !== undefined) return { wrong: '--as is given twice' };
      as = token.value;
    } else if (command.flags?.includes(token.name) === true) {
      if (token.value !== undefined) return { wrong: `--${token.name} takes no value` };
      options[token.name] = 'yes';
    } else {
      const { name, rawName, value } = token;
      if (!namesOf(command).includes(name)) return { wrong: `unknown option ${rawName}` };
      if (value === undefined) return { wrong: `--${name} needs a value` };
      if (name in options) return { wrong: `--${name} is given twice` };
      options[name] = value;
    }
  }
  return findMissing(command, options) ?? { options, json, as };
}

const namesOf = ({ options, optional = [] }: CommandForm): readonly string[] => [...options, ...optional];

/** Not strict, so that a value may begin with a dash and we describe all problems in our own words. */
function tokensOf(command: CommandForm, words: readonly string[]) {
  const valued = namesOf(command).map((name) => [name, { type: 'string' }] as const);
  return parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(valued),
      ...Object.fromEntries((command.flags ?? []).map((name) => [name, { type: 'boolean' }] as const)),
      json: { type: 'boolean' },
      help: { type: 'boolean' },
      as: { type: 'string' },
    },
  }).tokens;
}

function findMissing({ argument, options: needed }: CommandForm, options: ParsedOptions['options']): Wrong | undefined {
  const missing = needed.filter((name) => !(name in options)).map((name) => `--${name}`);
  if (argument !== undefined && !(argument in options)) missing.unshift(argument.toUpperCase());
  return missing.length === 0 ? undefined : { wrong: `it needs ${missing.join(', ')}` };
}
