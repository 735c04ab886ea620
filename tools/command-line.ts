import type { CommandForm } from '../server/src/entrypoints/command.ts';
import { commands } from '../server/src/entrypoints/commands.ts';
import { commonOptions, describeCall, exitCodes } from '../server/src/entrypoints/describe-commands.ts';

const head = `# The command line

\`makewhole\` is for whoever runs the service. It has the settings of the service ([configuration](configuration.md)); on a machine
set up as in [operations](operations.md) it is \`/usr/local/bin/makewhole\`, in a clone \`npx makewhole\`. \`--help\` behind any of these
says the same as this page and needs no settings.

This page is made from the table in \`server/src/entrypoints/commands.ts\` by \`npm run generate\`.

- Every command takes ${listCommon()}.
- \`makewhole --version\` prints the version. \`makewhole help COMMAND\` is its help; \`makewhole staff --help\` is that of a group.
- A value may begin with a dash: \`--label -x\`, or \`--label=-x\`.
- Completion: \`source <(makewhole completion bash)\`, or \`zsh\`, in the file that your shell reads when it starts.

## Exit codes

${exitCodes.map(([code, meaning]) => `- **${code}**: ${meaning}.`).join('\n')}

## doctor

Each line is \`ok\`, \`warn\` or \`FAIL\`; behind the last two it says what to do. No message is sent, nothing is
charged, and no secret is shown; where documents are stored, a file is written and removed. Providers that are set are asked whether they know us: the mail server for a sign-in, the text provider for our
account, the card provider for at most one of our pages.

- **worker**: the last sign of life of any worker. One that stopped as it should leaves none and is a warning (in production a
  fault); one that has been silent for a minute is a fault.
- **keys**: a \`DATA_KEY\` without the key that the database is written with is a fault; without an older one it is a warning, and
  \`makewhole keys status\` counts what is concerned. Keys are known from the first start of a process on, not before.
- With \`--strict\` warnings end with 3, for a script that must not go on.
`;

function listCommon(): string {
  return commonOptions.map(([option, meaning]) => `\`${option}\` (${meaning})`).join(', ');
}

/** docs/command-line.md: every command by its group, from the table that runs it. */
export function describeCommandLine(): string {
  const groups = Map.groupBy<string, CommandForm>(commands, ({ name }) => name.split(' ')[0] ?? '');
  const parts = [...groups].map(([group, members]) => {
    const items = members.map((command) => `- \`${describeCall(command)}\`\n  ${command.about}.`);
    return `\n### ${group}\n\n${items.join('\n')}\n`;
  });
  return `${head}\n## Commands\n${parts.join('')}`;
}
