import type { Ctx } from '#context';
import { mayCall } from '#lib/calling/calling-hours';
import type { Language } from '#lib/languages/language';
import { stopUrl } from '#lib/text/stop-link';
import { findCurrentVersion } from '#modules/appraisals';
import { findCustomerCheckout } from '#modules/checkout';
import { choices } from '#modules/consultations';
import { listSuppressed, safeName } from '#modules/customers';
import { listDocuments } from '#modules/documents';
import { listConsultationFacts, type ConsultationFacts } from '#modules/facts';
import { figureSnapshot, type FiguredSnapshot } from '#modules/market';
import { findReleased } from '#modules/report-checks';
import { listStaffNames } from '#modules/staff';
import { decodeVin } from '#modules/vehicles';
import type { PageSources } from '../facts.ts';
import { listRequests } from '../requests/list-requests.ts';
import type { PageView } from './facts.ts';
import { findStory } from './find-story.ts';
import { listContactsMade } from './list-contacts-made.ts';

type Shown = { readonly token: string; readonly standing: choices.Standing; readonly language: Language };

/** Everything the page shows. It reads, and changes nothing: mail programs open links too. */
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

/** A time that is no longer lawful where the customer may be is not called at, so it is no plan. */
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

/** As the data of the manufacturers says it; without make and model there is no name. */
async function findCar(ctx: Ctx, { facts, decoded }: ConsultationFacts): Promise<string | undefined> {
  const vin = facts.vin?.value;
  const { year, make, model } = decoded ?? (vin === undefined ? undefined : await decodeVin(ctx, vin)) ?? {};
  if (make === undefined || model === undefined) return undefined;
  return [year, make, model].filter((part) => part !== undefined).join(' ');
}

const firstName = (name: string | undefined): string | undefined => safeName(name?.trim().split(/\s+/)[0] ?? '');
