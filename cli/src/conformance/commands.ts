import type { Command, Option } from '../command.ts';

const options: readonly Option[] = [
  { name: 'run', value: '<command>', about: 'starts your client for each scenario, told by MAKEWHOLE_TASK what to do' },
  { name: 'wait', about: 'prints for each scenario what to do, and waits for a client that you start yourself' },
  { name: 'only', value: '<ids>', about: 'these scenarios, with commas between them' },
  { name: 'list', about: 'prints the scenarios and ends' },
  { name: 'timeout', value: '<seconds>', about: 'for each scenario; default: 30, and 120 with --wait' },
  { name: 'report', value: '<file>', about: 'writes a report as .md or .html' },
];

export const conformanceCommands: readonly Command[] = [
  {
    name: 'conformance agent',
    about: 'Try your client of the agent interface against the sandbox: lost answers, limits, duplicates, webhooks.',
    options,
    credential: 'MAKEWHOLE_AGENT_KEY of the sandbox, or none',
    load: async () => (await import('./conformance.ts')).conformAgent,
  },
  {
    name: 'conformance partner',
    about: 'Try your client of the partner interface against the sandbox: signatures, lost answers, pages, webhooks.',
    options: [
      ...options,
      { name: 'public-key', value: '<file>', about: 'PEM of your test credential, to check signatures with' },
    ],
    credential: 'MAKEWHOLE_KEY (a test key)',
    load: async () => (await import('./conformance.ts')).conformPartner,
  },
];
