import { accountCommands } from './account/commands.ts';
import type { Command } from './command.ts';
import { conformanceCommands } from './conformance/commands.ts';
import { eventCommands } from './events/commands.ts';
import { listenCommands } from './listening/commands.ts';
import { mcpCommands } from './mcp/commands.ts';
import { reconcileCommands } from './reconcile/commands.ts';
import { rosterCommands } from './rosters/commands.ts';
import { signatureCommands } from './signatures/commands.ts';

/** Every command, in the order of the help. A command's code is loaded when it runs. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...listenCommands,
  ...eventCommands,
  ...signatureCommands,
  ...rosterCommands,
  ...reconcileCommands,
  ...conformanceCommands,
  ...mcpCommands,
  {
    name: 'completion',
    arguments: ['<shell>'],
    about: 'Print the completion script for bash, zsh or fish.',
    load: async () => (await import('./print-completion.ts')).printCompletion,
  },
];
