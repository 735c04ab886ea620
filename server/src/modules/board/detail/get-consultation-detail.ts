import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { maskPhone } from '#lib/text/phone';
import { decideFee } from '#modules/checkout';
import { listUnreadCounts } from '#modules/replies';
import { listStaffNames } from '#modules/staff';
import { notFound } from '#platform/errors';
import { computeAllowedOutcomes } from './compute-allowed-outcomes.ts';
import { computeConsultationFacts } from './compute-consultation-facts.ts';
import { computeMoney } from './compute-money.ts';
import { computeOffering } from './compute-offering.ts';
import { computePayments } from './compute-payments.ts';
import { computeTimeline } from './compute-timeline.ts';
import { toClosing } from './to-closing.ts';
import { findReview } from './find-review.ts';
import { isBeingCalled } from '../rules.ts';
import { detailStatementsOf, type DetailRow } from '../statement-rules.ts';
import { withStated } from '../with-stated.ts';
import type { Card, ConsultationDetail } from '../schemas.ts';
import { findConsultation, listCards, type CardRow, type ConsultationRow } from '../store.ts';
import { toCard } from '../columns/to-card.ts';
import { computeCallScript } from './compute-call-script.ts';
import { findCalling } from './find-calling.ts';
import { findPayment } from './find-payment.ts';
import { readHistory } from './read-history.ts';
import { toDocumentSummary } from './to-document-summary.ts';

/** Everything a caller must know, on one screen. The number is for the holder of the lease, while it lasts. */
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

/** By a texted link, or by a person who was reached at it; a mailed link says nothing about the number. */
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

/** Until the customer confirmed, the number is shown only to who was given it and has the case, while they may call. */
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
