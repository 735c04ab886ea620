import type { Command } from '../command.ts';

export const reconcileCommands: readonly Command[] = [
  {
    name: 'reconcile',
    about: 'Compare your own list with the interface: what is missing, what is extra, and whose status differs.',
    options: [
      {
        name: 'state',
        value: '<file>',
        about: 'your list, one JSON object per line with id or external_ref, status, and object if it has both kinds',
      },
      { name: 'kind', value: 'referrals|enrollments', about: 'what is compared; default: referrals' },
      { name: 'since', value: '<cursor>', about: 'compares statuses with the events from this cursor on, too' },
    ],
    credential: 'MAKEWHOLE_KEY',
    load: async () => (await import('./reconcile.ts')).reconcile,
  },
];
