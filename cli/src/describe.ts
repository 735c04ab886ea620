import type { Command, Option } from './command.ts';
import { commonOptions, optionsOf } from './parse-given.ts';
import { wrapText } from './wrap-text.ts';

/** The exit codes of `mw`. README.md has the same table. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'success, or no problems found; also for help, and for Ctrl-C in commands that listen'],
  [1, 'a check found a problem, or the server rejected the request'],
  [2, 'wrong usage: an unknown or missing command or option; nothing was done'],
  [3, 'not signed in, or the key or token lacks permission'],
  [4, 'the server is unreachable, failed or rate-limited you: try again later'],
  [130, 'interrupted by Ctrl-C'],
];

/** Settings from the environment. */
export const environment: readonly (readonly [name: string, meaning: string])[] = [
  ['MAKEWHOLE_URL', 'URL of the server'],
  ['MAKEWHOLE_KEY', 'partner API key, gap_test_… or gap_live_…'],
  ['MAKEWHOLE_AGENT_KEY', 'agent API key, svc_agent_…'],
  ['MAKEWHOLE_TOKEN', 'portal token, instead of mw login; with MAKEWHOLE_INSTITUTION'],
  ['MAKEWHOLE_INSTITUTION', 'institution id for MAKEWHOLE_TOKEN'],
  ['MAKEWHOLE_WEBHOOK_SECRET', 'secret for mw verify; during a rotation, two separated by a comma'],
  ['XDG_CONFIG_HOME', 'folder of makewhole/config.json; default: .config in HOME'],
];

/** The usage of one command, in one line. */
export const describeCall = ({ name, arguments: wanted = [], options = [] }: Command): string =>
  ['mw', name, ...wanted, ...(options.length > 0 ? ['[options]'] : [])].join(' ');

/** The help for all commands, a group, or one command, wrapped to the width of the terminal if there is one. */
export function describe(of: string, some: readonly Command[], columns = Infinity): string[] {
  const [only] = some;
  const aligned = alignedTo(columns);
  const codes = ['', 'Exit codes:', ...aligned(exitCodes.map(([code, meaning]) => [String(code), meaning]))];
  if (only !== undefined && some.length === 1 && only.name === of) {
    return [
      ...wrapText(only.about, columns),
      '',
      ...wrapText(`Usage: ${describeCall(only)}`, columns),
      ...wrapText(`Credential: ${only.credential ?? 'none'}.`, columns),
      '',
      'Options:',
      ...aligned(optionsOf(only).map(optionRow)),
      ...codes,
    ];
  }
  const list = aligned(some.map(({ name, arguments: wanted = [], about }) => [[name, ...wanted].join(' '), about]));
  if (of !== '') return [`Usage: mw ${of} <command>`, '', ...list, '', `More: mw ${of} <command> --help`, ...codes];
  return [
    ...wrapText('The command line for developers who build on the Makewhole APIs.', columns),
    '',
    'Usage: mw <command> [options]',
    '',
    ...list,
    '',
    'Options of every command:',
    ...aligned(commonOptions.map(optionRow)),
    '',
    'Environment:',
    ...aligned(environment),
    ...codes,
    '',
    ...wrapText('More: mw <command> --help. Version: mw --version.', columns),
  ];
}

const optionRow = ({ name, value, about }: Option): readonly [string, string] => [
  `--${name}${value === undefined ? '' : ` ${value}`}`,
  about,
];

/** A narrower column next to the names is not readable, so the descriptions go below the names. */
const leastBeside = 36;

const alignedTo =
  (columns: number) =>
  (rows: readonly (readonly [string, string])[]): string[] => {
    const width = Math.max(...rows.map(([left]) => left.length));
    const beside = columns - width - 4;
    if (beside < leastBeside)
      return rows.flatMap(([left, right]) => [
        `  ${left}`,
        ...wrapText(right, columns - 6).map((line) => `      ${line}`),
      ]);
    return rows.flatMap(([left, right]) =>
      wrapText(right, beside).map((line, index) => `  ${(index === 0 ? left : '').padEnd(width)}  ${line}`),
    );
  };

/** The same for programs. */
export const toHelp = (some: readonly Command[]) => ({
  commands: some.map((command) => ({
    name: command.name,
    about: command.about,
    arguments: command.arguments ?? [],
    credential: command.credential ?? null,
    options: optionsOf(command).map((option) => ({ value: null, ...option })),
  })),
  exit_codes: Object.fromEntries(exitCodes),
});
