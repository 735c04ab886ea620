import type { Command } from '../command.ts';

const agent = { name: 'agent', about: 'use your agent’s events, with MAKEWHOLE_AGENT_KEY' };
const followed = 'MAKEWHOLE_KEY (a test key) or mw login; with --agent MAKEWHOLE_AGENT_KEY';
const ofPortal = 'mw login, since this uses the portal; with --agent MAKEWHOLE_AGENT_KEY';
const since = { name: 'since', value: '<start>', about: '2h, 7d, a time, beginning, or a cursor' };

export const eventCommands: readonly Command[] = [
  {
    name: 'events list',
    about: 'List test-mode events, newest first.',
    options: [
      { name: 'limit', value: '<n>', about: '1 to 100; default: 25' },
      { name: 'cursor', value: '<cursor>', about: 'continue after a previous page' },
      agent,
    ],
    credential: followed,
    load: async () => (await import('./list-events.ts')).listEvents,
  },
  {
    name: 'events tail',
    about: 'Print each new test-mode event until Ctrl-C.',
    options: [since, { name: 'bodies', about: 'include the webhook body' }, agent],
    follows: true,
    credential: followed,
    load: async () => (await import('./tail-events.ts')).tailEvents,
  },
  {
    name: 'events get',
    arguments: ['<event>'],
    about: 'Print one event as sent, and the outcome of its deliveries.',
    options: [agent],
    credential: ofPortal,
    load: async () => (await import('./get-event.ts')).getEvent,
  },
  {
    name: 'events resend',
    arguments: ['<event…>'],
    about: 'Resend events or deliveries (dlv_…) to their endpoints.',
    options: [agent],
    credential: ofPortal,
    load: async () => (await import('./resend.ts')).resend,
  },
  {
    name: 'trigger',
    arguments: ['[type]'],
    about:
      'Trigger a sandbox event by taking the steps that lead to it; without a type, list the types, or with --agent the steps.',
    options: [
      {
        name: 'intake',
        value: '<id>',
        about: 'with --agent: the intake to take the step on; without a step, list the possible ones',
      },
      { name: 'agent', about: 'use the agent sandbox, with MAKEWHOLE_AGENT_KEY; the type is then a step' },
    ],
    credential: ofPortal,
    load: async () => (await import('./trigger.ts')).trigger,
  },
  {
    name: 'logs tail',
    about: 'Print your institution’s test-mode calls as they are recorded, until Ctrl-C.',
    options: [
      { name: 'since', value: '<start>', about: '2h, 7d or a time; default: from now on' },
      { name: 'status', value: '<class>', about: 'only 2xx, 3xx, 4xx or 5xx' },
      { name: 'once', about: 'print the recorded calls and exit' },
    ],
    follows: true,
    credential: 'mw login, since this uses the portal',
    load: async () => (await import('./tail-logs.ts')).tailLogs,
  },
];
