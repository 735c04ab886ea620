import type { Command } from '../command.ts';

export const listenCommands: readonly Command[] = [
  {
    name: 'listen',
    about: 'Bring webhooks to your machine: follow the log of test mode and POST each event there, signed again.',
    options: [
      { name: 'forward-to', value: '<address>', about: 'where to, such as http://localhost:3000/webhooks' },
      { name: 'since', value: '<start>', about: '2h, 7d, a time, beginning, or a cursor; default: from now on' },
      { name: 'failed', about: 'instead replay what failed, oldest first, and end; --since defaults to 24h' },
      { name: 'events', value: '<types>', about: 'only these, such as referral.created,plan.*' },
      { name: 'retries', value: '<n>', about: 'further attempts for each event; default: 2' },
      { name: 'agent', about: 'the log of your agent, by MAKEWHOLE_AGENT_KEY' },
      { name: 'allow-remote', about: 'permit an address that is not this machine' },
      { name: 'print-secret', about: 'print the secret that your receiver verifies with, and end' },
    ],
    credential:
      'MAKEWHOLE_KEY (a test key) or mw login; with --failed mw login, since deliveries are in the portal; with --agent MAKEWHOLE_AGENT_KEY',
    follows: true,
    load: async () => (await import('./listen.ts')).listen,
  },
];
