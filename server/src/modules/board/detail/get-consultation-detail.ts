import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { maskPhone } from '#lib/text/phone';
import { toKey } from '#lib/text/to-key';
import type { AppraisalSubject } from '#modules/appraisals';
import { decideFee } from '#modules/checkout';
import { getConsultation, type ConsultationView, findOtherVehicle } from '#modules/consultations';
import type { DocumentView, ReportReading } from '#modules/documents';
import { listUnreadCounts } from '#modules/replies';
import { listStaffNames } from '#modules/staff';
import { notFound } from '#platform/errors';
import { toCard } from '../columns/columns.ts';
import { isBeingCalled } from '../rules.ts';
import type { Card, ConsultationDetail } from '../schemas.ts';
import { detailStatementsOf, type DetailRow } from '../statement-rules.ts';
import { findConsultation, listCards, type CardRow, type ConsultationRow } from '../store.ts';
import { withStated } from '../with-stated.ts';
import { computeConsultationFacts } from './compute-consultation-facts.ts';
import { computeTimeline } from './compute-timeline.ts';
import { computeAllowedOutcomes, computeCallScript, computeOffering, findReview, toClosing } from './detail.ts';
import { findCalling } from './find-calling.ts';
import { computeMoney, computePayments, findPayment } from './money.ts';
import { readHistory } from './read-history.ts';

/** Everything a caller needs, on one screen. The number is for the holder of the lease, while it lasts. */
export async function getConsultationDetail(ctx: Ctx, id: string): Promise<ConsultationDetail> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const found = await findConsultation(ctx.db, now, id);
  if (found === undefined) throw notFound('No consultation has this id.');
  const row = withStated(ctx, found);
  const [history, tied] = await Promise.all([readHistory(ctx, row), listCards(ctx.db, now, row.tied)]);
  const names = await listStaffNames(ctx, [...new Set([staffId, ...staffIn(history), ...statedBy(row)])]);
  const card = toCard(row, staffId, await listUnreadCounts(ctx, [id]));
  const facts = computeConsultationFacts(row, names);
  const offered = card.held?.mine === true && row.offer_staff_id === staffId && row.offer_case === row.id;
  const calling = await findCalling(ctx, row, { person: facts.person, offered });
  const payment = await findPayment(ctx, row, facts.person);
  const allowed = computeAllowedOutcomes(row);
  const offerCents = row.initial_offer_cents ?? facts.offer_cents;
  return {
    object: 'board.case',
    at: now.toISOString(),
    card,
    tied: tied.map(toTied),
    ...facts,
    facts_version: row.facts_version,
    offer_cents: offerCents,
    payment,
    person:
      calling.ended === null && calling.number_problem === null
        ? withNumber(facts.person, card, offered && calling.may_call)
        : withoutNumber(facts.person),
    settlement_cents: row.settlement_cents,
    money: {
      ...computeMoney(row, { ...history, noted: history.payments.noted, items: payment.items }),
      ...computeOffering(ctx, row),
    },
    review: await findReview(ctx, row),
    holds: history.holds,
    payments: computePayments(row, { ...history, improvementCents: history.money.improvement_cents ?? undefined }),
    closing: toClosing(history, names),
    replies: history.replies,
    own_page: { stopped_channels: [...row.stopped_channels], requests: history.requests },
    documents: history.documents.map((document) => toDocumentSummary(document, { row, person: facts.person })),
    calling,
    allowed_outcomes: allowed,
    call_count: row.call_count,
    say: computeCallScript({
      ...scriptFactsOf(row, history),
      card,
      facts,
      offerCents,
      payment,
      allowed: new Set(allowed.filter((one) => one.allowed).map(({ outcome }) => outcome)),
      ended: calling.ended,
      canPay: ctx.cards.configured,
      caller: names.get(staffId) ?? 'the team',
      zone: ctx.config.teamTimeZone,
    }),
    timeline: computeTimeline({ row, ...history, names }),
  };
}

const scriptFactsOf = (row: ConsultationRow, { holds, calls, money }: Awaited<ReturnType<typeof readHistory>>) => ({
  settled: row.settlement_cents !== null || row.status === 'settled',
  holds,
  numberProven: isNumberProven(row, calls),
  feeDue: decideFee(money.improvement_cents) === 'due',
  acceptedVia: viaOf(row.referral?.['via']),
});

const viaOf = (via: unknown): 'invitation' | 'warm_handoff' | 'staff' =>
  via === 'invitation' || via === 'warm_handoff' ? via : 'staff';

const toTied = ({ id, number, lane, status, opened_at: openedAt }: CardRow): ConsultationDetail['tied'][number] => ({
  id,
  number,
  lane,
  status,
  opened_at: openedAt.toISOString(),
});

/** By a texted link, or by a person who was reached on it; an emailed link proves nothing about the number. */
const isNumberProven = ({ intake }: ConsultationRow, calls: readonly { readonly outcome: string }[]): boolean =>
  ['proven_by_text_at', 'proven_by_call_at'].some((column) => typeof intake?.[column] === 'string') ||
  calls.findLast(({ outcome }) => outcome === 'confirmed' || outcome === 'wrong_number')?.outcome === 'confirmed';

const statedBy = (row: DetailRow): string[] =>
  Object.values(detailStatementsOf(row).lookedUp.staff ?? {}).map(({ by }) => by);

type History = Awaited<ReturnType<typeof readHistory>>;

const staffIn = ({ calls, trail, messages, payments, closing, notes, assignments, holds }: History): string[] => [
  ...new Set([
    ...calls.map((call) => call.staff_id),
    ...notes.map((note) => note.staff_id),
    ...holds.flatMap(({ wished_by: by, refunds }) => [by ?? [], refunds.map((one) => one.requested_by)].flat()),
    ...trail.flatMap((entry) => entry.staff_id ?? []),
    ...messages.flatMap(({ answer }) => answer?.by ?? []),
    ...payments.noted.map((payment) => payment.noted_by),
    ...closing.history.flatMap((entry) => entry.staff_id ?? []),
    ...assignments.flatMap((one) => [one.staff_id ?? [], one.by_staff_id ?? []].flat()),
  ]),
];

/** Until the customer confirmed, the number is shown only to the caller who was given it and has the case, during allowed hours. */
function withNumber(person: ConsultationDetail['person'], card: Card, given: boolean): ConsultationDetail['person'] {
  const { phone } = person;
  if (phone === null) return person;
  const shown = !isBeingCalled(card.lane) || given;
  return { ...person, phone: shown ? phone : null, phone_hint: maskPhone(phone) };
}

const withoutNumber = (person: ConsultationDetail['person']): ConsultationDetail['person'] => ({
  ...person,
  phone: null,
  phone_hint: person.phone && maskPhone(person.phone),
});

/** The known facts of a case when its appraisal is composed, for any module of origin. */
export async function collectSubject(ctx: Ctx, consultationId: string): Promise<AppraisalSubject> {
  const row = await findConsultation(ctx.db, ctx.clock.now(), consultationId);
  if (row === undefined) throw notFound('No consultation has this id.');
  const known = computeConsultationFacts(withStated(ctx, row), new Map());
  const { money } = await getConsultation(ctx, consultationId);
  const fact = (label: string) => known.facts.find((one) => one.label === label)?.value;
  const { first_name: first, last_name: last } = known.person;
  const owner = [first, last].filter((name) => name !== null && name.trim() !== '').join(' ');
  return {
    caseNumber: row.number,
    owner: owner === '' ? undefined : owner,
    vin: fact('VIN'),
    year: toNumber(fact('Year')),
    make: fact('Make'),
    model: fact('Model'),
    trim: fact('Trim'),
    odometer: toNumber(fact('Odometer')),
    state: fact('State')?.toUpperCase(),
    dateOfLoss: fact('Date of loss'),
    insurer: fact('Insurer'),
    claimNumber: fact('Claim no.'),
    offer: offerOf(money, known.offer_cents),
    snapshotId: known.market?.snapshot_id ?? undefined,
  };
}

/** A figure from an agent or an institution may contain tax and fees, so it is `stated`. */
function offerOf({ offer }: ConsultationView['money'], sent: number | null): AppraisalSubject['offer'] {
  if (offer.value !== null) return { cents: offer.value.cents, basis: 'value' };
  const cents = offer.stated?.cents ?? sent;
  return cents === null ? undefined : { cents, basis: 'stated' };
}

const toNumber = (text: string | undefined): number | undefined =>
  text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);

/** The caller's view of a report: its kind, and where it contradicts the case. */
const toDocumentSummary = (
  document: DocumentView,
  { row, person }: { readonly row: DetailRow; readonly person: ConsultationDetail['person'] },
): ConsultationDetail['documents'][number] => ({
  id: document.id,
  size_bytes: document.size_bytes,
  vendor: document.reading.vendor,
  pages: document.reading.pages,
  scanned: document.reading.ocr,
  failed_checks: document.reading.checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name),
  nothing_read: document.nothing_read,
  other_vehicle: findOtherVehicle(detailStatementsOf(row), document.reading) ?? null,
  other_owner: findOtherOwner(person, document.reading) ?? null,
  differences: [...document.differences],
  file_removed_at: document.file_removed_at,
  created_at: document.created_at,
});

type Named = { readonly first_name: string | null; readonly last_name: string | null };

/** The owner named in a report, if it is not the owner of the case. Readers may swap first and last names. */
function findOtherOwner({ first_name: first, last_name: last }: Named, { owner }: ReportReading) {
  const known = wordsOf(last ?? first ?? '');
  if (owner === undefined || known.length === 0) return undefined;
  const printed = wordsOf(owner.value);
  return known.some((word) => printed.includes(word)) ? undefined : owner.value;
}

const wordsOf = (name: string): string[] =>
  name
    .split(/[\s,&/-]+/)
    .map(toKey)
    .filter((word) => word !== '');
