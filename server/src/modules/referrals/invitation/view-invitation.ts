import type { Ctx } from '#context';
import { stopUrl } from '#lib/text/stop-link';
import { listContacts } from '#modules/consultations';
import { getInstitution } from '#modules/partners';
import { findByLink, type Referral } from '../store.ts';
import { hasNumber, invitationStateOf, type InvitationState } from './rules.ts';

export type InvitationView = {
  readonly state: InvitationState;
  readonly institution?: string;
  /** Where contact about the case is stopped, or before there is one, contact with whom the invitation was sent to. */
  readonly stop?: string | undefined;
  /** Whether somebody can call. */
  readonly callable?: boolean;
};

/** What the page of a link asks or says; viewing changes nothing. */
export async function viewInvitation(ctx: Ctx, token: string): Promise<InvitationView> {
  const referral = await findByLink(ctx.db, ctx.vault.fingerprints(token));
  const state = invitationStateOf(referral, ctx.clock.now());
  if (referral === undefined) return { state };
  const callable = hasNumber(referral);
  if (state === 'asking') {
    const { name } = await getInstitution(ctx, referral.institutionId);
    return { state, institution: name, callable, stop: stopOfContact(ctx, referral) };
  }
  const { consultationId } = referral;
  if (consultationId === null) return { state };
  const [found] = await listContacts(ctx, [consultationId]);
  if (state === 'accepted' && found?.hasStopped === true) return { state: 'stopped' };
  // Mailed and texted by one link, so nobody knows which of the two contacts opened it: it stops the case.
  return { state, callable, stop: stopUrl(ctx, { consultationId }) };
}

/** Of a borrower with two contacts nobody knows which of them opened the link; a no ends the invitation. */
function stopOfContact(ctx: Ctx, { livemode, borrower: { email, phone } }: Referral): string | undefined {
  if (!livemode || (email !== null && phone !== null)) return undefined;
  return stopUrl(ctx, { contacts: { email: email ?? undefined, phone: phone ?? undefined } });
}
