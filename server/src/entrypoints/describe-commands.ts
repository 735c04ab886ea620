import type { CommandForm } from './command.ts';

/** The exit codes; docs/operate/command-line.md has the same table. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'success; for `doctor`, no check failed'],
  [1, 'refused or failed, with the reason printed; also for missing or invalid settings'],
  [2, 'usage error: an unknown or missing command or option; nothing was done'],
  [3, 'for `doctor --strict` only: no check failed, but there are warnings'],
];

/** Options that every command accepts. */
export const commonOptions: readonly (readonly [option: string, meaning: string])[] = [
  ['--json', 'Print one JSON object, also for errors'],
  ['--as NAME', 'Record NAME in the audit trail; default: the system user'],
  ['--help', 'Show usage'],
];

/** The usage line of one command. */
export function describeCall({ name, argument, options, optional = [], flags = [] }: CommandForm): string {
  return [
    `makewhole ${name}`,
    ...(argument === undefined ? [] : [argument.toUpperCase()]),
    ...options.map((option) => `--${option} …`),
    ...optional.map((option) => `[--${option} …]`),
    ...flags.map((flag) => `[--${flag}]`),
  ].join(' ');
}

/** The help of all commands (`of` is empty), of a group, or of one. */
export function describeCommands(of: string, some: readonly CommandForm[]): string {
  const lines = some.flatMap((command) => [`  ${describeCall(command)}`, `      ${command.about}`]);
  const common = commonOptions.map(([option, meaning]) => `  ${option.padEnd(10)} ${meaning}`);
  const codes = exitCodes.map(([code, meaning]) => `  ${code}  ${meaning.replaceAll('`', '')}`);
  return [
    'Usage:',
    ...lines,
    'Options of every command:',
    ...common,
    ...(of === '' ? ['See also: makewhole --version, makewhole help COMMAND.'] : []),
    'Exit codes:',
    ...codes,
  ].join('\n');
}

/** The same for programs. */
export const toHelp = (some: readonly CommandForm[]) => ({
  commands: some.map(({ name, about, argument, options, optional = [], flags = [] }) => ({
    name,
    about,
    argument: argument ?? null,
    required: options,
    optional,
    flags,
  })),
  exit_codes: Object.fromEntries(exitCodes.map(([code, meaning]) => [code, meaning.replaceAll('`', '')])),
});
