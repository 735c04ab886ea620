import type { Command, Option } from '../command.ts';

const options: readonly Option[] = [
  { name: 'run', value: '<command>', about: 'start your client for each scenario, with its task in MAKEWHOLE_TASK' },
  { name: 'wait', about: 'print each scenario’s task, and wait for a client you start yourself' },
  { name: 'only', value: '<ids>', about: 'run only these scenarios, separated by commas' },
  { name: 'list', about: 'print the scenarios and exit' },
  { name: 'timeout', value: '<seconds>', about: 'time limit per scenario; default: 30, or 120 with --wait' },
  { name: 'report', value: '<file>', about: 'write a report as .md or .html' },
];

export const conformanceCommands: readonly Command[] = [
  {
    name: 'conformance agent',
    about: 'Test your agent API client against the sandbox: lost responses, limits, duplicates, webhooks.',
    options,
    credential: 'MAKEWHOLE_AGENT_KEY (a sandbox key), or none',
    load: async () => (await import('./conformance.ts')).conformAgent,
  },
  {
    name: 'conformance partner',
    about: 'Test your partner API client against the sandbox: signatures, lost responses, pages, webhooks.',
    options: [
      ...options,
      { name: 'public-key', value: '<file>', about: 'public key of your test credential in PEM, to check signatures' },
    ],
    credential: 'MAKEWHOLE_KEY (a test key)',
    load: async () => (await import('./conformance.ts')).conformPartner,
  },
];
