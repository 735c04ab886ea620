import type { Ctx } from '#context';
import { getInstitution } from '#modules/partners';
import { transact } from '#platform/db';
import { activateReferral, moveReferral } from './move-referral.ts';
import { statusAt } from './rules.ts';
import { findByLink, lockByLink, updateAcceptance, type Referral } from './store.ts';

export type InvitationAnswer = {
  readonly token: string;
  readonly decision: 'accept' | 'decline';
  readonly address: string;
  readonly userAgent: string;
};

export type InvitationState = 'unknown' | 'asking' | 'accepted' | 'declined' | 'expired' | 'withdrawn';

/** What the link is about and where it stands; looking changes nothing. */
export async function viewInvitation(
  ctx: Ctx,
  token: string,
): Promise<{ readonly state: InvitationState; readonly institution: string | undefined }> {
  const referral = await findByLink(ctx.db, ctx.vault.fingerprints(token));
  const state = stateOf(referral, ctx.clock.now());
  if (state !== 'asking' || referral === undefined) return { state, institution: undefined };
  return { state, institution: (await getInstitution(ctx, referral.institutionId)).name };
}

/** The borrower's own yes or no; said again it changes nothing, and the opposite afterwards is not taken. */
export async function answerInvitation(ctx: Ctx, answer: InvitationAnswer): Promise<InvitationState> {
  return transact(ctx, async (tx) => {
    // Found and held by the link itself: one that is replaced at this moment is no longer anybody's.
    const referral = await lockByLink(tx.db, tx.vault.fingerprints(answer.token));
    const state = stateOf(referral, tx.clock.now());
    if (state !== 'asking' || referral === undefined) return state;
    if (answer.decision === 'decline') {
      moveReferral(tx, referral, { action: 'decline' });
      return 'declined';
    }
    const accepted = await activateReferral(tx, referral, { via: 'invitation', priority: false });
    updateAcceptance(tx.db, accepted, {
      at: tx.clock.now().toISOString(),
      ip: answer.address,
      user_agent: answer.userAgent.slice(0, userAgentLength),
    });
    return 'accepted';
  });
}

/** A browser's name for itself is at most this long here; the rest says nothing more. */
const userAgentLength = 500;

function stateOf(referral: Referral | undefined, now: Date): InvitationState {
  if (referral === undefined) return 'unknown';
  const status = statusAt(referral, now);
  if (status === 'invited') return 'asking';
  if (status === 'declined' || status === 'expired') return status;
  return status === 'canceled' ? 'withdrawn' : 'accepted';
}
