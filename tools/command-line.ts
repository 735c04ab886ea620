import type { CommandForm } from '../server/src/entrypoints/command.ts';
import { commands } from '../server/src/entrypoints/commands.ts';
import { commonOptions, describeCall, exitCodes } from '../server/src/entrypoints/describe-commands.ts';

const head = `# The command line

\`makewhole\` is the operators' command. It reads the settings of the service ([configuration](configuration.md)). On a machine set up as
in [operations](operations.md) run \`/usr/local/bin/makewhole\`; in a clone, \`npx makewhole\`. \`--help\` after any command shows the same text
as this page and needs no settings.

This page is generated from the table in \`server/src/entrypoints/commands.ts\` by \`npm run generate\`.

- Options of every command: ${listCommon()}.
- \`makewhole --version\` prints the version. \`makewhole help COMMAND\` shows its help, and \`makewhole staff --help\` that of a group.
- A value may begin with a dash: \`--label -x\`, or \`--label=-x\`.
- Completion: \`source <(makewhole completion bash)\`, or \`zsh\`, in the file that your shell reads when it starts.

## Exit codes

${exitCodes.map(([code, meaning]) => `- **${code}**: ${meaning}.`).join('\n')}

## doctor

Each line begins with \`ok\`, \`warn\` or \`FAIL\`; the last two are followed by the fix. \`doctor\` sends no message, charges nothing and shows no
secret. It writes a file to the document store and removes it. It checks our credentials at each configured provider: it signs in to the
mail server, reads our account at the text provider, and reads at most one of our pages at the card provider.

- **worker**: the last heartbeat of any worker. If no worker is running after a normal stop, this is a warning (in production a failure); a
  worker that has been silent for a minute is a failure.
- **keys**: a failure if \`DATA_KEY\` lacks the key that the database is written with; a warning if it lacks an older one, in which case
  \`makewhole keys status\` counts the affected data. Keys are recorded when a process first starts with them.
- With \`--strict\`, warnings exit with 3, for scripts that must not continue.
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
