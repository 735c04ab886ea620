import type { Command } from '../command.ts';

export const reconcileCommands: readonly Command[] = [
  {
    name: 'reconcile',
    about: 'Compare your own list with the API: missing entries, extra entries, different statuses.',
    options: [
      {
        name: 'state',
        value: '<file>',
        about:
          'your list: one JSON object per line with id or external_ref, status, and object if the list has both kinds',
      },
      { name: 'kind', value: 'referrals|enrollments', about: 'what to compare; default: referrals' },
      { name: 'since', value: '<cursor>', about: 'also compare statuses with events after this cursor' },
    ],
    credential: 'MAKEWHOLE_KEY',
    load: async () => (await import('./reconcile.ts')).reconcile,
  },
];
