import type { CommandForm } from '../../server/src/entrypoints/command.ts';
import { commands } from '../../server/src/entrypoints/commands.ts';
import { commonOptions, describeCall, exitCodes } from '../../server/src/entrypoints/describe-commands.ts';

const head = `# The command line

\`makewhole\` is the operator's command. It uses the settings of the service ([configuration](configuration.md)). After
[deployment](deploy.md) it is \`/usr/local/bin/makewhole\`, in a clone \`npx makewhole\`. \`--help\` prints the same as this page and
needs no settings. Generated from \`server/src/entrypoints/commands.ts\` by \`npm run generate\`.

- Every command takes ${listCommon()}.
- \`makewhole --version\` prints the version, \`makewhole staff --help\` the help of a group.
- A value may begin with a dash: \`--label -x\`, or \`--label=-x\`.
- Completion: put \`source <(makewhole completion bash)\`, or \`zsh\`, in your shell's start file.

## Exit codes

${exitCodes.map(([code, meaning]) => `- **${code}**: ${meaning}.`).join('\n')}

## doctor

Each line is \`ok\`, \`warn\` or \`FAIL\`; the last two come with advice. It sends no message, charges nothing and shows no secret. It
writes and removes a file in the object store, and asks each configured provider whether it accepts our credentials.

- **worker**: a worker that stopped in order is a warning (a failure in production); one that is silent for a minute is a failure.
- **keys**: a \`DATA_KEY\` without the key that the database was last written with is a failure; without an older one, a warning.
- With \`--strict\`, warnings exit with 3.
`;

function listCommon(): string {
  return commonOptions.map(([option, meaning]) => `\`${option}\` (${meaning})`).join(', ');
}

/** docs/operate/command-line.md: every command by group, from the command table. */
export function describeCommandLine(): string {
  const groups = Map.groupBy<string, CommandForm>(commands, ({ name }) => name.split(' ')[0] ?? '');
  const parts = [...groups].map(([group, members]) => {
    const items = members.map((command) => `- \`${describeCall(command)}\`\n  ${command.about}.`);
    return `\n### ${group}\n\n${items.join('\n')}\n`;
  });
  return `${head}\n## Commands\n${parts.join('')}`;
}
