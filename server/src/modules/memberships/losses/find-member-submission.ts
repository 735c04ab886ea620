import type { Ctx } from '#context';
import type { Submission } from '#modules/facts';
import { toSubmission } from '../submission-rules.ts';
import { findMemberLoss } from '../member-store.ts';

/** A member's loss as the facts of a case see it. */
export async function findMemberSubmission(ctx: Ctx, redemptionId: string): Promise<Submission | undefined> {
  const row = await findMemberLoss(ctx.db, redemptionId);
  return row && toSubmission(row);
}
