import type { Ctx } from '#context';
import { purgeFailures, purgeNonces, purgeSessions } from '#modules/access';
import { followHolds, purgeProviderEvents, warnOfHolds } from '#modules/checkout';
import { fillContacts, promoteCases } from '#modules/consultations';
import { removeOrphans } from '#modules/documents';
import { expireIntakes } from '#modules/intakes';
import { fetchWanted, purgeAllowances, purgeListings } from '#modules/market';
import { issueDueStatements } from '#modules/plans';
import { expireReferrals } from '#modules/referrals';
import { purgePlateAnswers } from '#modules/vehicles';
import { purgeAnswers } from '#platform/idempotency';
import type { Sweep } from '#platform/jobs';
import { deliverySweeps, warningSweep } from '#mount/webhooks/workers';
import { measureCalendar } from './calendar.ts';
import { caseSources, tellTechnicalContacts } from './reactions.ts';

/** Everything that time alone sets off. */
export const sweeps = (ctx: Ctx): Sweep[] => [
  { name: 'consultations.promote', everyMs: 5_000, run: (limit) => promoteCases(ctx, limit) },
  {
    name: 'consultations.fill-contacts',
    everyMs: 5_000,
    run: (limit) => fillContacts(ctx, caseSources.contacts, limit),
  },
  { name: 'intakes.expire', everyMs: 60_000, run: (limit) => expireIntakes(ctx, limit) },
  { name: 'checkout.follow-holds', everyMs: 1000, run: (limit) => followHolds(ctx, limit) },
  { name: 'checkout.warn-of-holds', everyMs: 60_000, run: (limit) => warnOfHolds(ctx, limit) },
  { name: 'checkout.purge-events', everyMs: 600_000, run: (limit) => purgeProviderEvents(ctx, limit) },
  { name: 'referrals.expire', everyMs: 60_000, run: (limit) => expireReferrals(ctx, limit) },
  { name: 'plans.issue-statements', everyMs: 60_000, run: () => issueDueStatements(ctx) },
  { name: 'calendar.measure', everyMs: 60_000, run: () => measureCalendar(ctx) },
  ...deliverySweeps(ctx),
  warningSweep(ctx, tellTechnicalContacts),
  { name: 'access.purge-nonces', everyMs: 30_000, run: (limit) => purgeNonces(ctx, limit) },
  { name: 'access.purge-sessions', everyMs: 600_000, run: (limit) => purgeSessions(ctx, limit) },
  { name: 'access.purge-failures', everyMs: 30_000, run: (limit) => purgeFailures(ctx, limit) },
  { name: 'vehicles.purge-plate-answers', everyMs: 600_000, run: (limit) => purgePlateAnswers(ctx, limit) },
  { name: 'market.fetch-wanted', everyMs: 60_000, run: (limit) => fetchWanted(ctx, limit) },
  { name: 'market.purge-allowances', everyMs: 60_000, run: (limit) => purgeAllowances(ctx, limit) },
  { name: 'market.purge-listings', everyMs: 60_000, run: (limit) => purgeListings(ctx, limit) },
  { name: 'documents.remove-orphans', everyMs: 60_000, run: (limit) => removeOrphans(ctx, limit) },
  { name: 'idempotency.purge', everyMs: 60_000, run: (limit) => purgeAnswers(ctx.db, ctx.clock.now(), limit) },
];
