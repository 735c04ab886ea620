import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import type { AppraisalInputs } from '../schemas.ts';
import { findAppraisal } from '../store.ts';
import { decryptDraft } from './decrypt-draft.ts';

/** What the draft of a case says, for staff. */
export async function getDraft(ctx: Ctx, consultationId: string): Promise<{ inputs: AppraisalInputs; at: Date }> {
  requireStaff(ctx.actor);
  const appraisal = await findAppraisal(ctx.db, consultationId);
  const inputs = decryptDraft(ctx, appraisal);
  if (inputs === undefined) throw notFound('This case has no draft of an appraisal.');
  return { inputs, at: appraisal?.draftAt ?? ctx.clock.now() };
}
