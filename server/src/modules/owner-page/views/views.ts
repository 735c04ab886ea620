import type { Ctx } from '#context';
import { mayCall } from '#lib/calling/calling-hours';
import { explainOffer } from '#lib/jurisdictions/may-offer';
import type { Language } from '#lib/languages/language';
import { stopUrl } from '#lib/text/stop-link';
import { findCurrentVersion, findReleased } from '#modules/appraisals';
import { findCustomerCheckout, listHoldIds } from '#modules/checkout';
import { choices, getConsultation, listConsultationFacts, type ConsultationFacts } from '#modules/consultations';
import { listMessages, listSuppressed, safeName, type MessageView } from '#modules/customers';
import { listDocuments } from '#modules/documents';
import { findIntakeStory } from '#modules/intakes';
import { figureSnapshot, findZip, type FiguredSnapshot, decodeVin } from '#modules/vehicles';
import { findMemberStory } from '#modules/memberships';
import { findReferralStory } from '#modules/referrals';
import { listStaffNames } from '#modules/staff';
import { notFound } from '#platform/errors';
import type { PageSources } from '../facts.ts';
import { listRequests } from '../requests/requests.ts';
import type { Asker, ContactMade, PageView, Story } from './facts.ts';

type Known = { readonly standing: choices.Standing; readonly facts: ConsultationFacts };

/** Who asked for the customer, and how the request ended, for any module of origin. */
async function findStory(ctx: Ctx, { standing, facts }: Known): Promise<Story> {
  const { source, sourceId } = standing;
  if (source === 'agent_intake') {
    const found = await findIntakeStory(ctx, sourceId);
    if (found === undefined) throw notFound();
    const { agent, askedAt, confirmedAt, status } = found;
    const asker: Asker = agent === undefined ? { by: 'telephone' } : { by: 'agent', ...agent };
    const ended = status === 'declined' || status === 'expired' ? status : undefined;
    return { asker, askedAt, confirmedAt, ended };
  }
  if (source === 'membership') {
    const found = await findMemberStory(ctx, sourceId);
    if (found === undefined) throw notFound();
    const { institution: name, askedAt } = found;
    return { asker: { by: 'plan', name }, askedAt, confirmedAt: undefined, ended: undefined };
  }
  const found = await findReferralStory(ctx, sourceId);
  if (found === undefined) throw notFound();
  const { institution: name, priceCents, askedAt, confirmedAt } = found;
  const pays = whoPays(ctx, found, facts);
  return { asker: { by: 'lender', name, pays, priceCents }, askedAt, confirmedAt, ended: undefined };
}

type Lender = Extract<Asker, { by: 'lender' }>;

/** The lender pays a share of representation only, so it counts only where representation is offered. */
function whoPays(
  { config, clock }: Ctx,
  { mode, priceCents }: { readonly mode: string; readonly priceCents: number },
  { facts }: ConsultationFacts,
): Lender['pays'] {
  if (priceCents === 0 || mode === 'institution_paid') return 'lender';
  const { loss_state: stated, zip } = facts;
  const state = stated?.value.toUpperCase() ?? (zip && findZip(zip.value)?.state);
  const { offered } = explainOffer(config, 'representation', { state, now: clock.now() });
  return mode === 'subsidized' && offered ? 'both' : 'borrower';
}

type Shown = { readonly token: string; readonly standing: choices.Standing; readonly language: Language };

/** Everything the page shows. It only reads, because mail programs open links too. */
export async function getPageView(ctx: Ctx, sources: PageSources, shown: Shown): Promise<PageView> {
  const { token, language } = shown;
  const standing = withLawfulPlan(ctx, shown.standing);
  const { id, sourceId, window, assigneeId, contacts } = standing;
  const now = ctx.clock.now();
  const zone = choices.clockZone(window, ctx.config.teamTimeZone);
  const facts = await listConsultationFacts(ctx, sources.facts, id);
  const [story, car, names, checkout, appraisal, market, check, contactsMade, requests, documents, listed] =
    await Promise.all([
      findStory(ctx, { standing, facts }),
      findCar(ctx, facts),
      listStaffNames(ctx, assigneeId === undefined ? [] : [assigneeId]),
      findCustomerCheckout(ctx, id),
      findCurrentVersion(ctx, id),
      findMarket(ctx, standing, facts),
      findReleased(ctx, id),
      listContactsMade(ctx, standing),
      listRequests(ctx, id),
      listDocuments(ctx, sourceId),
      listSuppressed(ctx, [contacts]),
    ]);
  const isSilent = standing.hasStopped || listed.includes(true);
  return {
    token,
    language,
    now,
    zone,
    standing,
    isSilent,
    story,
    car,
    facts,
    helper: firstName(names.get(assigneeId ?? '')),
    slots:
      choices.isCalled(standing) && !isSilent
        ? choices.listSlots({ rules: ctx.config.callingHours, window, zone }, now)
        : [],
    checkout,
    appraisal,
    market,
    check,
    contactsMade,
    requests,
    reports: documents.length,
    stopUrl: stopUrl(ctx, { consultationId: id }),
    team: ctx.config.team,
  };
}

/** A planned call that is no longer lawful where the customer may be will not be made, so it is not shown. */
function withLawfulPlan({ config }: Ctx, standing: choices.Standing): choices.Standing {
  const { callbackAt, window } = standing;
  if (callbackAt === undefined || mayCall(config.callingHours, window, callbackAt)) return standing;
  return { ...standing, callbackAt: undefined, callbackUntil: undefined };
}

const findMarket = (
  ctx: Ctx,
  { deliveredAt }: choices.Standing,
  { preliminary }: ConsultationFacts,
): Promise<FiguredSnapshot | undefined> | undefined =>
  deliveredAt === undefined || preliminary === undefined || preliminary.snapshot_id === null
    ? undefined
    : figureSnapshot(ctx, { snapshotId: preliminary.snapshot_id, isLeftOut: () => false });

/** In the manufacturer's spelling; undefined without make and model. */
async function findCar(ctx: Ctx, { facts, decoded }: ConsultationFacts): Promise<string | undefined> {
  const vin = facts.vin?.value;
  const { year, make, model } = decoded ?? (vin === undefined ? undefined : await decodeVin(ctx, vin)) ?? {};
  if (make === undefined || model === undefined) return undefined;
  return [year, make, model].filter((part) => part !== undefined).join(' ');
}

const firstName = (name: string | undefined): string | undefined => safeName(name?.trim().split(/\s+/)[0] ?? '');

/** The most that fit on a page; a case has a few dozen. */
const listedMost = 60;
/** States that providers and mail servers report for an undelivered message. */
const lost: readonly string[] = ['undelivered', 'failed', 'bounced'];

/** Every email and text that was sent and every call that was made about a case, newest first. */
async function listContactsMade(ctx: Ctx, { id, sourceId }: choices.Standing): Promise<ContactMade[]> {
  const [{ calls }, holdIds] = await Promise.all([getConsultation(ctx, id), listHoldIds(ctx, [id])]);
  const messages = (await Promise.all([id, sourceId, ...holdIds].map((subject) => listMessages(ctx, subject)))).flat();
  return [
    ...messages.filter(hasLeft).map(toContact),
    ...calls.map(({ called_at: at, outcome }) => ({
      at: new Date(at),
      channel: 'call' as const,
      about: outcome,
      arrived: true,
    })),
  ]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, listedMost);
}

/** Withdrawn and waiting messages never reached the customer. */
const hasLeft = ({ state, finished_at: at }: MessageView): boolean => state === 'sent' && at !== null;

const toContact = ({
  finished_at: at,
  created_at: created,
  channel,
  purpose,
  provider_status: status,
}: MessageView) => ({
  at: new Date(at ?? created),
  channel: channel === 'text' ? ('text' as const) : ('email' as const),
  about: purpose,
  arrived: status === null || !lost.includes(status),
});
