import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { consultationClosed } from '../errors.ts';
import { getConsultation } from '../lifecycle/get-consultation.ts';
import type { Consultation } from '../schemas.ts';
import { closeLocked } from './close-locked.ts';
import { closingHindered, moneyOpen } from './errors.ts';
import type { ClosingSources } from './facts.ts';
import type { CloseReason } from './rules.ts';

type CloseConsultation = {
  readonly id: string;
  readonly reason: CloseReason;
  readonly note: string | undefined;
  readonly sources: ClosingSources;
};

/** Closes a case by hand, with a reason. Refused while money is held or moving, and before its customer has answered. */
export async function closeConsultation(ctx: Ctx, input: CloseConsultation): Promise<Consultation> {
  const { staffId } = requireStaff(ctx.actor);
  const { id, reason, note, sources } = input;
  const { source, source_id: sourceId, closed_at: closedAt } = await getConsultation(ctx, id);
  if (closedAt !== null) throw consultationClosed();
  await transact(ctx, (tx) =>
    closeLocked(tx, { id, source, sourceId, sources }, (facts) => {
      if (facts.locked.closedAt !== undefined) throw consultationClosed();
      if (facts.source.hindrance !== undefined) throw closingHindered(facts.source.hindrance);
      if (facts.money.open) throw moneyOpen();
      return { reason, note, by: staffId };
    }),
  );
  return getConsultation(ctx, id);
}
