import type { Command } from '../command.ts';

const agent = { name: 'agent', about: 'of your agent, by MAKEWHOLE_AGENT_KEY' };
const followed = 'MAKEWHOLE_KEY (a test key) or mw login; with --agent MAKEWHOLE_AGENT_KEY';
const ofPortal = 'mw login, since this is in the portal; with --agent MAKEWHOLE_AGENT_KEY';
const since = { name: 'since', value: '<start>', about: '2h, 7d, a time, beginning, or a cursor' };

export const eventCommands: readonly Command[] = [
  {
    name: 'events list',
    about: 'List events of test mode, newest first.',
    options: [
      { name: 'limit', value: '<n>', about: '1 to 100; default: 25' },
      { name: 'cursor', value: '<cursor>', about: 'go on behind a page before' },
      agent,
    ],
    credential: followed,
    load: async () => (await import('./list-events.ts')).listEvents,
  },
  {
    name: 'events tail',
    about: 'Print each new event of test mode, until Ctrl-C.',
    options: [since, { name: 'bodies', about: 'with the text that webhooks have' }, agent],
    follows: true,
    credential: followed,
    load: async () => (await import('./tail-events.ts')).tailEvents,
  },
  {
    name: 'events get',
    arguments: ['<event>'],
    about: 'Print one event as it was sent, and what became of its deliveries.',
    options: [agent],
    credential: ofPortal,
    load: async () => (await import('./get-event.ts')).getEvent,
  },
  {
    name: 'events resend',
    arguments: ['<event…>'],
    about: 'Send events, or deliveries (dlv_…), to their endpoints again.',
    options: [agent],
    credential: ofPortal,
    load: async () => (await import('./resend.ts')).resend,
  },
  {
    name: 'trigger',
    arguments: ['[type]'],
    about:
      'Cause an event in the sandbox by the steps that lead to it; without a type, list the types, or with --agent the steps.',
    options: [
      {
        name: 'intake',
        value: '<id>',
        about: 'with --agent: take the step at this intake; without a step, list the possible ones',
      },
      { name: 'agent', about: 'in the sandbox of agents, by MAKEWHOLE_AGENT_KEY; the type is then a step' },
    ],
    credential: ofPortal,
    load: async () => (await import('./trigger.ts')).trigger,
  },
  {
    name: 'logs tail',
    about: 'Print each call of your institution in test mode as it is recorded, until Ctrl-C.',
    options: [
      { name: 'since', value: '<start>', about: '2h, 7d or a time; default: from now on' },
      { name: 'status', value: '<class>', about: 'only 2xx, 3xx, 4xx or 5xx' },
      { name: 'once', about: 'end with what is there' },
    ],
    follows: true,
    credential: 'mw login, since this is in the portal',
    load: async () => (await import('./tail-logs.ts')).tailLogs,
  },
];
