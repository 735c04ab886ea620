import type { Ctx } from '#context';
import type { CallWindow } from '#lib/calling/calling-hours';
import { transact } from '#platform/db';
import type { ConsultationSources, LockedConsultation } from '../facts.ts';
import { computeWindow } from './window-rules.ts';

type Origin = Pick<LockedConsultation, 'source' | 'sourceId'>;

/** Where the person of an intake, a referral or a membership may be, by the contact that it has now. */
export function findCallWindow(
  ctx: Ctx,
  contacts: ConsultationSources['contacts'],
  { source, sourceId }: Origin,
): Promise<CallWindow> {
  return transact(ctx, async (tx) => computeWindow((await contacts[source](tx, [sourceId])).get(sourceId)));
}
