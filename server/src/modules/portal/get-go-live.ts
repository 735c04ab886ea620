import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { isEnabled } from '#modules/feature-flags';
import { findInstitutionAccess, findLiveRequest } from '#modules/partners';
import { findHandledConflict, findReplayedCall } from '#modules/request-log';
import { notFound } from '#platform/errors';
import { countedDays, toStep, type Found } from './rules.ts';
import { goLiveSteps, type GoLive } from './schemas.ts';
import { findDeliveredEvent, findRehearsal, findRotatedSecret, findSignedCall, listSandboxEndpoints } from './store.ts';

/** What an institution has tried in its sandbox, whatever the mode it is looked at from. */
export async function getGoLive(ctx: Ctx, institutionId: string): Promise<GoLive> {
  const since = addDays(ctx.clock.now(), -countedDays);
  const [access, request, found, endpoints] = await Promise.all([
    findInstitutionAccess(ctx, institutionId),
    findLiveRequest(ctx, institutionId),
    findSteps(ctx, institutionId, since),
    listSandboxEndpoints(ctx.db, institutionId),
  ]);
  if (access === undefined) throw notFound();
  const steps = goLiveSteps.filter((step) => step in found).map((step) => toStep(step, found[step]));
  const open = access.liveOpenedAt !== undefined;
  return {
    counted_since: since.toISOString(),
    steps,
    live_open: open,
    live_requested_at: request?.requestedAt.toISOString() ?? null,
    ready: !open && request === undefined && steps.every(({ done }) => done),
    endpoints,
  };
}

/** The steps that are open, with their evidence; a step that cannot be taken now is asked of nobody. */
async function findSteps(ctx: Ctx, institutionId: string, since: Date): Promise<Found> {
  const { db } = ctx;
  const signing = await isEnabled(ctx, 'signed_credentials');
  const [signed, delivered, rehearsed, rotated, replayed, handled] = await Promise.all([
    signing ? findSignedCall(db, institutionId, since) : undefined,
    findDeliveredEvent(db, institutionId, since),
    findRehearsal(db, institutionId, since),
    findRotatedSecret(db, institutionId, since),
    findReplayedCall(ctx, institutionId, since),
    findHandledConflict(ctx, institutionId, since),
  ]);
  return {
    ...(signing ? { signed_call: signed } : {}),
    replayed_key: replayed,
    handled_conflict: handled,
    delivered_event: delivered,
    unknown_event: rehearsed,
    rotated_secret: rotated,
  };
}
