import type { Ctx } from '#context';
import type { Language } from '#lib/languages/language';
import type { Contacts } from '#lib/text/contacts';
import { languageUrl } from '#lib/text/language-link';
import { pageUrl } from '#lib/text/page-link';
import { stopUrl } from '#lib/text/stop-link';
import { getConsultation, listContacts } from '#modules/consultations';
import { isLinkStopped } from './is-link-stopped.ts';
import { decideLinkState, hasNumber, type LinkState, mayTakeBack } from './rules.ts';
import { findIntakeByLink, type IntakeByLink } from '../link-store.ts';
import type { Intake, LinkVia } from '../store.ts';

export type NextStep = 'call' | 'no number' | 'delivered' | 'closed';

export type LinkView = {
  readonly state: LinkState;
  readonly intake: Intake | undefined;
  readonly via: LinkVia;
  /** Whether "no" is an answer, as it is until somebody's yes is proven or the consultation has started. */
  readonly mayDecline: boolean;
  /** What follows a yes: a call, for which there is a number or not, or nothing since the consultation is over. */
  readonly next: NextStep;
  /** Ends all contact by the address or number that this link was sent to; a relayed link was sent to neither. */
  readonly stopUrl?: string | undefined;
  /** The customer's own page, for the contact that this link was sent to; whoever relays a link never gets one. */
  readonly pageUrl?: string | undefined;
  /** What the customer chose before, and where a choice is stored. */
  readonly chosen?: { readonly language: Language | undefined; readonly languageUrl: string } | undefined;
};

/** Every link that was ever made; the database need not be asked about anything else. */
const tokenPattern = /^[0-9A-Za-z]{32}$/;

/** The intake behind a link and its state; viewing changes nothing. */
export async function viewLink(ctx: Ctx, token: string): Promise<LinkView> {
  const isLink = tokenPattern.test(token);
  const found = isLink
    ? await findIntakeByLink(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now())
    : undefined;
  const state = decideLinkState(found && { ...found, hasStopped: await isLinkStopped(ctx, found) });
  const mayDecline = state === 'asking' || (state === 'again' && found !== undefined && mayTakeBack(found.intake));
  return {
    state,
    intake: found?.intake,
    via: found?.via ?? 'relayed',
    mayDecline,
    next: found === undefined ? 'no number' : await findNextStep(ctx, found.intake),
    ...(found && (await findOwn(ctx, found, state))),
  };
}

/** States in which a link that was sent leads on: contact about the case was not refused, and the contact is its own. */
const leading: readonly LinkState[] = ['confirmed', 'again', 'expired'];

/** What only a link that was sent shows: where its contact stops, its own page, and its language. */
async function findOwn(ctx: Ctx, link: IntakeByLink, state: LinkState) {
  const contacts = contactOf(link);
  if (contacts === undefined) return {};
  const { consultationId } = link.intake;
  const [known] = consultationId === undefined ? [] : await listContacts(ctx, [consultationId]);
  return {
    stopUrl: stopUrl(ctx, link.intake.test && consultationId !== undefined ? { consultationId } : { contacts }),
    chosen:
      consultationId === undefined
        ? undefined
        : { language: known?.language, languageUrl: languageUrl(ctx, consultationId) },
    pageUrl:
      consultationId !== undefined && leading.includes(state) ? pageUrl(ctx, { consultationId, contacts }) : undefined,
  };
}

async function findNextStep(ctx: Ctx, intake: Intake): Promise<NextStep> {
  const { consultationId: id } = intake;
  const consultation = id === undefined ? undefined : await getConsultation(ctx, id);
  if ((consultation?.closed_at ?? null) !== null) return 'closed';
  if ((consultation?.delivered_at ?? null) !== null) return 'delivered';
  const [known] = id === undefined ? [] : await listContacts(ctx, [id]);
  return hasNumber(intake) && known?.stoppedChannels.includes('call') !== true ? 'call' : 'no number';
}

/** The contact that the link was sent to, whatever the intake has now; a relayed link was sent to nobody. */
function contactOf({ via, contact, intake: { test } }: IntakeByLink): Contacts | undefined {
  if (via === 'relayed' || contact === undefined) return undefined;
  return { email: undefined, phone: undefined, test, [via === 'email' ? 'email' : 'phone']: contact };
}
