import type { Ctx } from '#context';
import type { Language } from '#lib/languages/language';
import type { Contacts } from '#lib/text/contacts';
import { languageUrl } from '#lib/text/language-link';
import { pageUrl } from '#lib/text/page-link';
import { stopUrl } from '#lib/text/stop-link';
import { getConsultation, listContacts } from '#modules/consultations';
import { getInstitution } from '#modules/partners';
import { findByLink, type Referral } from '../store.ts';
import { hasNumber, invitationStateOf, isRepresentationOffered, type InvitationState } from './rules.ts';

export type InvitationView = {
  readonly state: InvitationState;
  /** Of an institution's test mode. */
  readonly test?: boolean;
  readonly institution?: string;
  /** Where contact about the case is stopped, or before there is one, contact with whom the invitation was sent to. */
  readonly stop?: string | undefined;
  /** Whether somebody can call. */
  readonly callable?: boolean;
  /** What says who pays for what comes after the free consultation. */
  readonly priced?: Pick<Referral, 'priceCents' | 'program'> & { readonly representation: boolean };
  /** Whether the yes was pressed on this page; otherwise the lender or the team made the case. */
  readonly answered?: boolean;
  /** The consultation was given, or the case is closed: nobody calls about it. */
  readonly over?: 'delivered' | 'closed' | undefined;
  /** The customer's own page. */
  readonly pageUrl?: string | undefined;
  /** What the customer chose before, and where a choice is stored. */
  readonly chosen?: { readonly language: Language | undefined; readonly languageUrl: string };
};

type Found = { readonly id: string; readonly contacts: Contacts };

/** What the page of a link asks or says; viewing changes nothing. */
export async function viewInvitation(ctx: Ctx, token: string): Promise<InvitationView> {
  const referral = await findByLink(ctx.db, ctx.vault.fingerprints(token, 'token'));
  const state = invitationStateOf(referral, ctx.clock.now());
  return referral === undefined ? { state } : { ...(await viewFound(ctx, referral, state)), test: !referral.livemode };
}

async function viewFound(ctx: Ctx, referral: Referral, state: InvitationState): Promise<InvitationView> {
  const callable = hasNumber(referral);
  const { priceCents, program } = referral;
  const priced = { priceCents, program, representation: isRepresentationOffered(ctx, referral) };
  if (state === 'asking') {
    const { name } = await getInstitution(ctx, referral.institutionId);
    return { state, institution: name, callable, priced, stop: stopOfContact(ctx, referral) };
  }
  const { consultationId } = referral;
  if (consultationId === null) return { state };
  const [[found], { calls, closed_at: closedAt, delivered_at: deliveredAt }] = await Promise.all([
    listContacts(ctx, [consultationId]),
    getConsultation(ctx, consultationId),
  ]);
  const chosen = { language: found?.language, languageUrl: languageUrl(ctx, consultationId) };
  if (state === 'accepted' && found?.hasStopped === true)
    return {
      chosen,
      state: calls.some(({ outcome }) => outcome === 'declined' || outcome === 'not_requested') ? 'refused' : 'stopped',
    };
  // Mailed and texted by one link, so nobody knows which of the two contacts opened it: it stops the case.
  const over = closedAt !== null ? 'closed' : deliveredAt !== null ? 'delivered' : undefined;
  const answered = referral.via === 'invitation';
  return {
    state,
    callable,
    priced,
    answered,
    over,
    stop: stopUrl(ctx, { consultationId }),
    pageUrl: found && findPageUrl(ctx, referral, found),
    chosen,
  };
}

/**
 * The link was mailed and texted, so it leads on only while the case has every contact that it was sent to: one that was
 * struck may be somebody else's.
 */
function findPageUrl(ctx: Ctx, { borrower }: Referral, found: Found): string | undefined {
  const { email, phone } = found.contacts;
  const isSame = (borrower.email ?? undefined) === email && (borrower.phone ?? undefined) === phone;
  return isSame ? pageUrl(ctx, { consultationId: found.id, contacts: found.contacts }) : undefined;
}

/** Of a borrower with two contacts nobody knows which of them opened the link; a no ends the invitation. */
function stopOfContact(ctx: Ctx, { livemode, borrower: { email, phone } }: Referral): string | undefined {
  if (!livemode || (email !== null && phone !== null)) return undefined;
  return stopUrl(ctx, { contacts: { email: email ?? undefined, phone: phone ?? undefined } });
}
