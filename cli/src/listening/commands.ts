import type { Command } from '../command.ts';

export const listenCommands: readonly Command[] = [
  {
    name: 'listen',
    about: 'Forward webhooks to your machine: follow the test-mode log and POST each event, re-signed.',
    options: [
      { name: 'forward-to', value: '<address>', about: 'target URL, such as http://localhost:3000/webhooks' },
      { name: 'since', value: '<start>', about: '2h, 7d, a time, beginning, or a cursor; default: from now on' },
      { name: 'failed', about: 'instead replay failed events, oldest first, and exit; --since defaults to 24h' },
      { name: 'events', value: '<types>', about: 'only these types, such as referral.created,plan.*' },
      { name: 'retries', value: '<n>', about: 'retries for each event; default: 2' },
      { name: 'agent', about: 'follow your agent’s log, with MAKEWHOLE_AGENT_KEY' },
      { name: 'allow-remote', about: 'allow a target that is not this machine' },
      { name: 'print-secret', about: 'print the secret for your receiver and exit' },
    ],
    credential:
      'MAKEWHOLE_KEY (a test key) or mw login; with --failed mw login, since this uses the portal; with --agent MAKEWHOLE_AGENT_KEY',
    follows: true,
    load: async () => (await import('./listen.ts')).listen,
  },
];
