import type { Ctx } from '#context';
import { expireIntakes } from '#modules/intakes';
import { purgeAnswers } from '#platform/idempotency';
import type { Sweep } from '#platform/jobs';
import { deliverySweeps } from '#mount/webhooks/workers';

/** Everything that time alone sets off. */
export const sweeps = (ctx: Ctx): Sweep[] => [
  { name: 'intakes.expire', everyMs: 60_000, run: (limit) => expireIntakes(ctx, limit) },
  ...deliverySweeps(ctx),
  { name: 'idempotency.purge', everyMs: 60_000, run: (limit) => purgeAnswers(ctx.db, ctx.clock.now(), limit) },
];
