import type { Proof } from '#bench/report/proof';

/** What is promised of deliveries and can be shown without load, and the tests that show it. */
export const webhookProofs: readonly Proof[] = [
  {
    name: 'signatures',
    about: '1,000 random bodies: our verifier, standardwebhooks and openssl accept and refuse the same',
    files: ['sdk/src/agreement.test.ts'],
  },
  {
    name: 'addresses',
    about: 'no spelling of an address that is not public is accepted, dialled or connected to',
    files: ['server/src/gateways/egress/guard.test.ts', 'server/src/modules/webhooks/endpoints/partner-urls.test.ts'],
  },
  {
    name: 'bad receivers',
    about: 'each attempt ends within 10.5 s with its cause, all together within 50 MB',
    files: ['server/src/gateways/egress/bad-receivers.test.ts'],
  },
  {
    name: 'schedule',
    about: 'seven attempts, after 1, 5 and 30 minutes, 2, 8 and 24 hours',
    files: ['server/src/modules/webhooks/delivery/retries.test.ts'],
  },
  {
    name: 'completeness',
    about: 'a reader of the log misses none of 100,000 events of eight writers (5,000 with --quick)',
    files: ['server/src/modules/events/list-events.test.ts'],
  },
];
