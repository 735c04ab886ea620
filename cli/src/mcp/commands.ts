import type { Command } from '../command.ts';

/** Commands about the MCP server. */
export const mcpCommands: readonly Command[] = [
  {
    name: 'mcp',
    about: 'Serve Makewhole’s tools to an MCP client over standard input and output.',
    options: [
      { name: 'url', value: '<address>', about: 'the server; default: MAKEWHOLE_URL' },
      { name: 'sandbox', about: 'use the sandbox, where nothing reaches a person' },
    ],
    credential: 'MAKEWHOLE_AGENT_KEY, or none',
    follows: true,
    load: async () => (await import('./run-stdio.ts')).runStdio,
  },
];
