import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { activateReferral } from '../lifecycle/activate-referral.ts';
import { moveReferral } from '../lifecycle/move-referral.ts';
import { lockByLink, updateAcceptance } from '../store.ts';
import { invitationStateOf, type InvitationState } from './rules.ts';

type InvitationAnswer = {
  readonly token: string;
  readonly decision: 'accept' | 'decline';
  readonly address: string;
  readonly userAgent: string;
};

/** Records the borrower's own answer; the same answer again changes nothing, the opposite one is refused. */
export async function answerInvitation(ctx: Ctx, answer: InvitationAnswer): Promise<InvitationState> {
  return transact(ctx, async (tx) => {
    // Found and locked by the link itself: a link that is replaced at this moment no longer matches.
    const referral = await lockByLink(tx.db, tx.vault.fingerprints(answer.token));
    const state = invitationStateOf(referral, tx.clock.now());
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

/** User agents are cut to this length; more would say nothing useful. */
const userAgentLength = 500;
