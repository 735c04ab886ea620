import type { Ctx } from '#context';
import { purgeFailures, purgeNonces } from '#modules/access';
import { expireIntakes } from '#modules/intakes';
import { expireReferrals } from '#modules/referrals';
import { purgeAnswers } from '#platform/idempotency';
import type { Sweep } from '#platform/jobs';
import { deliverySweeps, warningSweep } from '#mount/webhooks/workers';
import { tellTechnicalContacts } from './reactions.ts';

/** Everything that time alone sets off. */
export const sweeps = (ctx: Ctx): Sweep[] => [
  { name: 'intakes.expire', everyMs: 60_000, run: (limit) => expireIntakes(ctx, limit) },
  { name: 'referrals.expire', everyMs: 60_000, run: (limit) => expireReferrals(ctx, limit) },
  ...deliverySweeps(ctx),
  warningSweep(ctx, tellTechnicalContacts),
  { name: 'access.purge-nonces', everyMs: 30_000, run: (limit) => purgeNonces(ctx, limit) },
  { name: 'access.purge-failures', everyMs: 30_000, run: (limit) => purgeFailures(ctx, limit) },
  { name: 'idempotency.purge', everyMs: 60_000, run: (limit) => purgeAnswers(ctx.db, ctx.clock.now(), limit) },
];
