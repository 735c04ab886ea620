import type { CommandForm } from './command.ts';

/** What the command ends with; docs/command-line.md has the same table. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done; of `doctor`, that nothing fails'],
  [1, 'refused or failed: the sentence printed says why; also settings that are missing or wrong'],
  [2, 'wrong usage: an unknown command or option, or one that is missing; nothing was done'],
  [3, 'only of `doctor --strict`: nothing fails, and something should be looked at'],
];

/** Options that every command takes. */
export const commonOptions: readonly (readonly [option: string, meaning: string])[] = [
  ['--json', 'the output is one JSON object, errors included'],
  ['--as NAME', 'the audit trail names who ran it; default: the user of the system'],
  ['--help', 'how it is called'],
];

/** How one command is called, in one line. */
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
    'Every command takes:',
    ...common,
    ...(of === '' ? ['Besides: makewhole --version, makewhole help COMMAND.'] : []),
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
