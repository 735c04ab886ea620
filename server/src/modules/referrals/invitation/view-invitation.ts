import type { Ctx } from '#context';
import { stopUrl } from '#lib/text/stop-link';
import { getConsultation, listContacts } from '#modules/consultations';
import { getInstitution } from '#modules/partners';
import { findByLink, type Referral } from '../store.ts';
import { hasNumber, invitationStateOf, isRepresentationOffered, type InvitationState } from './rules.ts';
import { whoPays } from './wording-rules.ts';

export type InvitationView = {
  readonly state: InvitationState;
  readonly institution?: string;
  /** Where contact about the case is stopped, or before there is one, contact with whom the invitation was sent to. */
  readonly stop?: string | undefined;
  /** Whether somebody can call. */
  readonly callable?: boolean;
  /** Who pays for what comes after the free consultation. */
  readonly pays?: string;
  /** Whether the yes was pressed on this page; otherwise the lender or the team made the case. */
  readonly answered?: boolean;
  /** The consultation was given, or the case is closed: nobody calls about it. */
  readonly over?: 'delivered' | 'closed' | undefined;
};

/** What the page of a link asks or says; viewing changes nothing. */
export async function viewInvitation(ctx: Ctx, token: string): Promise<InvitationView> {
  const referral = await findByLink(ctx.db, ctx.vault.fingerprints(token));
  const state = invitationStateOf(referral, ctx.clock.now());
  if (referral === undefined) return { state };
  const callable = hasNumber(referral);
  const pays = whoPays({ ...referral, representation: isRepresentationOffered(ctx, referral) });
  if (state === 'asking') {
    const { name } = await getInstitution(ctx, referral.institutionId);
    return { state, institution: name, callable, pays, stop: stopOfContact(ctx, referral) };
  }
  const { consultationId } = referral;
  if (consultationId === null) return { state };
  const [[found], { calls, closed_at: closedAt, delivered_at: deliveredAt }] = await Promise.all([
    listContacts(ctx, [consultationId]),
    getConsultation(ctx, consultationId),
  ]);
  if (state === 'accepted' && found?.hasStopped === true)
    return {
      state: calls.some(({ outcome }) => outcome === 'declined' || outcome === 'not_requested') ? 'refused' : 'stopped',
    };
  // Mailed and texted by one link, so nobody knows which of the two contacts opened it: it stops the case.
  const over = closedAt !== null ? 'closed' : deliveredAt !== null ? 'delivered' : undefined;
  const answered = referral.via === 'invitation';
  return { state, callable, pays, answered, over, stop: stopUrl(ctx, { consultationId }) };
}

/** Of a borrower with two contacts nobody knows which of them opened the link; a no ends the invitation. */
function stopOfContact(ctx: Ctx, { livemode, borrower: { email, phone } }: Referral): string | undefined {
  if (!livemode || (email !== null && phone !== null)) return undefined;
  return stopUrl(ctx, { contacts: { email: email ?? undefined, phone: phone ?? undefined } });
}
