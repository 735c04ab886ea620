import type { Ctx } from '#context';
import { purgeSessions } from '#modules/staff';
import { purgeFailures, purgeNonces } from '#mount/partner-credentials/jobs';
import { reconcileHolds, purgeProviderEvents, warnOfHolds } from '#modules/checkout';
import { fillContacts, promoteConsultations } from '#modules/consultations';
import { removeOrphans } from '#modules/documents';
import { expireIntakes } from '#modules/intakes';
import { fetchWanted, purgeAllowances, purgeListings } from '#modules/market';
import { issueDueStatements } from '#modules/memberships';
import { expireReferrals } from '#modules/referrals';
import { purgePlateAnswers } from '#modules/vehicles';
import { purgeStoredResponses } from '#platform/idempotency';
import type { Sweep } from '#platform/jobs';
import { deliverySweeps, warningSweep } from '#mount/webhooks/workers';
import { measureCalendar } from './calendar.ts';
import { consultationSources, notifyTechnicalContacts } from '#app/bindings';

/** All periodic work. */
export const sweeps = (ctx: Ctx): Sweep[] => [
  { name: 'consultations.promote', everyMs: 5_000, run: (limit) => promoteConsultations(ctx, limit) },
  {
    name: 'consultations.fill-contacts',
    everyMs: 5_000,
    run: (limit) => fillContacts(ctx, consultationSources.contacts, limit),
  },
  { name: 'intakes.expire', everyMs: 60_000, run: (limit) => expireIntakes(ctx, limit) },
  { name: 'checkout.reconcile-holds', everyMs: 1000, run: (limit) => reconcileHolds(ctx, limit) },
  { name: 'checkout.warn-of-holds', everyMs: 60_000, run: (limit) => warnOfHolds(ctx, limit) },
  { name: 'checkout.purge-events', everyMs: 600_000, run: (limit) => purgeProviderEvents(ctx, limit) },
  { name: 'referrals.expire', everyMs: 60_000, run: (limit) => expireReferrals(ctx, limit) },
  { name: 'memberships.issue-statements', everyMs: 60_000, run: () => issueDueStatements(ctx) },
  { name: 'calendar.measure', everyMs: 60_000, run: () => measureCalendar(ctx) },
  ...deliverySweeps(ctx),
  warningSweep(ctx, notifyTechnicalContacts),
  { name: 'partner-credentials.purge-nonces', everyMs: 30_000, run: (limit) => purgeNonces(ctx, limit) },
  { name: 'staff.purge-sessions', everyMs: 600_000, run: (limit) => purgeSessions(ctx, limit) },
  { name: 'partner-credentials.purge-failures', everyMs: 30_000, run: (limit) => purgeFailures(ctx, limit) },
  { name: 'vehicles.purge-plate-answers', everyMs: 600_000, run: (limit) => purgePlateAnswers(ctx, limit) },
  { name: 'market.fetch-wanted', everyMs: 60_000, run: (limit) => fetchWanted(ctx, limit) },
  { name: 'market.purge-allowances', everyMs: 60_000, run: (limit) => purgeAllowances(ctx, limit) },
  { name: 'market.purge-listings', everyMs: 60_000, run: (limit) => purgeListings(ctx, limit) },
  { name: 'documents.remove-orphans', everyMs: 60_000, run: (limit) => removeOrphans(ctx, limit) },
  { name: 'idempotency.purge', everyMs: 60_000, run: (limit) => purgeStoredResponses(ctx.db, ctx.clock.now(), limit) },
];
