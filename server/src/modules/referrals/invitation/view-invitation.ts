import type { Ctx } from '#context';
import { getInstitution } from '#modules/partners';
import { findByLink } from '../store.ts';
import { invitationStateOf, type InvitationState } from './rules.ts';

/** The institution behind a link and its state; viewing changes nothing. */
export async function viewInvitation(
  ctx: Ctx,
  token: string,
): Promise<{ readonly state: InvitationState; readonly institution: string | undefined }> {
  const referral = await findByLink(ctx.db, ctx.vault.fingerprints(token));
  const state = invitationStateOf(referral, ctx.clock.now());
  if (state !== 'asking' || referral === undefined) return { state, institution: undefined };
  return { state, institution: (await getInstitution(ctx, referral.institutionId)).name };
}
