import type { Ctx } from '#context';
import type { Sweep } from '#platform/jobs';
import { chainEntries } from './ledger-entries.ts';
import { measureLedger } from './verify-consent.ts';

/** Until it is chained, an entry that is taken away is not missed; so the chain follows within a second. */
export const consentSweeps = (ctx: Ctx): Sweep[] => [
  { name: 'consent.chain', everyMs: 1000, run: (limit) => chainEntries(ctx, limit) },
  { name: 'consent.measure', everyMs: 15_000, run: () => measureLedger(ctx) },
];
