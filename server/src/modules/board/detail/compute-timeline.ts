import { centsToText } from '#lib/numbers/money';
import type { HoldView, PaymentsView } from '#modules/checkout';
import type { ConsultationView, listNotes } from '#modules/consultations';
import { messagePurposes, type MessageView } from '#modules/customers';
import type { DocumentView } from '#modules/documents';
import type { ReplyView } from '#modules/replies';
import type { TimelineEntry } from '../schemas.ts';
import type { ConsultationRow, TrailRow } from '../store.ts';
import { computeMoneyEntries, type ClosingHistory } from './compute-money-entries.ts';
import { computeAssignmentEntries, computeCardEntries, type AssignmentView } from './timeline-entries.ts';

type ConsultationHistory = {
  readonly row: ConsultationRow;
  readonly events: readonly { readonly type: string; readonly created_at: Date }[];
  readonly calls: ConsultationView['calls'];
  readonly messages: readonly MessageView[];
  readonly documents: readonly DocumentView[];
  readonly holds: readonly HoldView[];
  readonly payments: PaymentsView;
  readonly closing: ClosingHistory;
  readonly replies: readonly ReplyView[];
  readonly notes: Awaited<ReturnType<typeof listNotes>>;
  readonly trail: readonly TrailRow[];
  readonly assignments: readonly AssignmentView[];
  readonly names: ReadonlyMap<string, string>;
};

/** Everything that happened to a consultation, newest first; at most 200 entries. */
export function computeTimeline(history: ConsultationHistory): TimelineEntry[] {
  const entries = [
    ...history.events.map(({ type, created_at: at }) =>
      plain(at.toISOString(), 'status', eventTitle(type, history.row)),
    ),
    ...history.calls.toReversed().map((call) => ({
      ...plain(call.called_at, 'call', `${callTitles[call.outcome]}${call.applied_from === null ? '' : elsewhere}`),
      by: history.names.get(call.staff_id) ?? call.staff_id,
      note: call.note,
    })),
    ...history.messages.toReversed().map((message) => ({
      ...plain(
        message.finished_at ?? message.created_at,
        'message',
        `${messageName(message)} to the owner: ${messageState(message)}`,
      ),
      by: nameOf(history.names, message.answer?.by),
      note: message.answer?.words ?? null,
    })),
    ...history.replies.map((reply) => ({
      ...plain(reply.received_at, 'reply', replyTitles[reply.understood_as]),
      by: reply.channel === 'text' ? 'by text' : 'by the stop link',
      note: reply.words === '' ? null : reply.words,
    })),
    ...history.notes.map((note) => ({
      ...plain(note.created_at, 'note', 'Note'),
      by: nameOf(history.names, note.staff_id),
      note: note.words,
    })),
    ...history.documents.toReversed().map((paper) => plain(paper.created_at, 'document', 'A valuation report came')),
    ...moneyEntries(history),
    ...computeAssignmentEntries(history.assignments, history.names),
    ...confirmed(history),
    ...proofs(history),
    ...history.trail
      .filter(({ operation }) => operation in trailTitles)
      .filter(isNoRepeat)
      .map((entry) => ({
        ...plain(entry.at.toISOString(), 'action', trailTitles[entry.operation] ?? ''),
        by: entry.staff_id === null ? null : (history.names.get(entry.staff_id) ?? entry.staff_id),
        note: entry.reason,
      })),
  ];
  return entries.sort(newestFirst).slice(0, 200);
}

/**
 * At the same moment an effect comes after its cause, so nearer to the top. Entries of one kind keep the order in
 * which they were read, newest first.
 */
const orderAtOnce: readonly TimelineEntry['kind'][] = [
  'message',
  'money',
  'status',
  'answer',
  'call',
  'note',
  'reply',
  'document',
  'action',
  'submitted',
];

const newestFirst = (a: TimelineEntry, b: TimelineEntry): number =>
  Date.parse(b.at) - Date.parse(a.at) || orderAtOnce.indexOf(a.kind) - orderAtOnce.indexOf(b.kind);

const nameOf = (names: ReadonlyMap<string, string>, id: string | undefined): string | null =>
  id === undefined ? null : (names.get(id) ?? id);

const messageName = ({ answer, channel, purpose }: MessageView): string => {
  if (answer?.isReply === true) return 'Answer';
  const name = channel === 'text' ? 'Text' : 'Mail';
  return purpose === messagePurposes.checkoutLink ? `${name} with the checkout link` : name;
};

/** Held messages wait for an administrator. */
const messageState = ({ state, held_by: heldBy }: MessageView): string =>
  heldBy === null
    ? state
    : `held, ${heldBy === 'recipient' ? 'they have had as many as they may get' : 'a budget of the day is used up'}`;

/** Each list has the oldest first, and later lists follow: accepted, saved, charged, refunded. */
const moneyEntries = (history: ConsultationHistory): TimelineEntry[] =>
  [
    ...computeMoneyEntries(history),
    ...history.holds.flatMap((hold) => computeCardEntries(hold, history.names)),
    ...history.holds.flatMap(moneyBack),
  ].toReversed();

/** Newest first: a staff member who asks again for a consultation they already have does not claim it a second time. */
const isNoRepeat = (entry: TrailRow, index: number, all: readonly TrailRow[]): boolean => {
  const before = all[index + 1];
  return before?.operation !== entry.operation || before.staff_id !== entry.staff_id || entry.operation !== claimNext;
};

const plain = (at: string, kind: TimelineEntry['kind'], title: string): TimelineEntry => ({
  at,
  kind,
  title,
  by: null,
  note: null,
});

const dollars = (cents: number): string => `$${centsToText(cents)}`;

/** The current state of a refund or dispute after a charge. */
function moneyBack({ product, captured_cents: charged, refunded_at: at, dispute, ...hold }: HoldView): TimelineEntry[] {
  const refund =
    hold.refunded_cents === 0
      ? `A refund for ${product} failed or was taken back`
      : `Refunded ${dollars(hold.refunded_cents)} of the ${dollars(charged ?? hold.amount_cents)} for ${product}`;
  const disputed = dispute && `Dispute of ${dollars(dispute.amount_cents)} for ${product}: ${inWords(dispute.status)}`;
  return [
    ...(at === null ? [] : [plain(at, 'money', refund)]),
    ...(dispute === null ? [] : [plain(dispute.changed_at, 'money', disputed ?? '')]),
  ];
}

const inWords = (code: string): string => code.replaceAll('_', ' ');

type Answered = { at: string; by: string; via: keyof typeof yesTitles; staff_id?: string };

/** How a yes came. */
const yesTitles = {
  relayed: 'A yes was relayed by the agent, not proven',
  email: 'The owner pressed yes by the mailed link',
  text: 'The owner pressed yes by the texted link',
  call: 'The owner said yes on the telephone',
} as const;

function confirmed({ row, names }: ConsultationHistory): TimelineEntry[] {
  const answer = row.intake?.['confirmation'] as Answered | null | undefined;
  if (answer === null || answer === undefined) return [];
  const by = answer.staff_id === undefined ? null : (names.get(answer.staff_id) ?? answer.staff_id);
  return [{ at: answer.at, kind: 'answer', title: yesTitles[answer.via], by, note: null }];
}

const proofTitles = {
  proven_by_email_at: 'Address proven by the mailed link',
  proven_by_text_at: 'Number proven by the texted link',
  proven_by_call_at: 'Number proven by a call',
} as const;

const proofs = ({ row }: ConsultationHistory): TimelineEntry[] =>
  Object.entries(proofTitles).flatMap(([column, title]) => {
    const at = row.intake?.[column];
    return typeof at === 'string' ? [plain(new Date(at).toISOString(), 'answer', title)] : [];
  });

const callTitles: Record<ConsultationView['calls'][number]['outcome'], string> = {
  no_answer: 'Called: no answer',
  voicemail: 'Called: voicemail left',
  callback_requested: 'Called: asked to be called back',
  confirmed: 'Called: confirmed',
  declined: 'Called: declined',
  not_requested: 'Called: never asked for this',
  do_not_contact: 'Called: wants no more contact',
  wrong_number: 'Called: wrong number, struck from the case',
};

/** One call for all submissions of a customer. */
const elsewhere = ' (about another case of the same owner)';
const replyTitles: Record<ReplyView['understood_as'], string> = {
  stop: 'The owner stopped all contact',
  ask: 'The owner may want no more contact',
  wrong_number: 'Somebody says that the number is wrong',
  help: 'The owner asked who we are',
  start: 'The owner wants contact again',
  yes: 'The owner answered yes',
  other: 'The owner wrote',
};

/** Only the page and the test step are the borrower's own yes. */
function eventTitle(type: string, { referral }: ConsultationRow): string {
  if (type === 'referral.activated' && referral?.['via'] === 'staff') return 'Activated by the team';
  if (type === 'referral.activated' && referral?.['via'] === 'warm_handoff') return 'Handed over by the institution';
  return eventTitles[type] ?? type;
}

const eventTitles: Readonly<Record<string, string>> = {
  'intake.received': 'Received',
  'intake.welcome_sent': 'Welcome sent',
  'intake.contact_attempted': 'Tried, not reached',
  'intake.customer_confirmed': 'Confirmed',
  'intake.consultation_active': 'Consultation started',
  'intake.declined': 'Declined',
  'intake.expired': 'Expired',
  'referral.created': 'Referred',
  'referral.invited': 'Invited',
  'referral.updated': 'Changed by the institution',
  'referral.activated': 'The borrower accepted',
  'referral.settled': 'Settled',
  'referral.closed': 'Closed',
  'referral.declined': 'Declined',
  'referral.expired': 'Expired',
  'referral.canceled': 'Canceled',
  'referral.review_updated': 'Review updated',
  'plan.enrollment.created': 'Enrolled',
  'plan.enrollment.updated': 'Enrollment changed',
  'plan.enrollment.canceled': 'Enrollment canceled',
  'plan.loss.reported': 'Loss reported',
  'plan.redemption.created': 'Redemption opened',
  'plan.redemption.completed': 'Redemption completed',
};

/** Only actions that are not shown better by an event or a call. */
const claimNext = 'consultations.claim-next';
const trailTitles: Readonly<Record<string, string>> = {
  [claimNext]: 'Taken from the queue',
  'consultations.claim': 'Taken',
  'consultations.take-over': 'Taken over',
  'consultations.release': 'Given back',
  'facts.change': 'Facts changed',
  'facts.attach-report': 'Valuation report added',
  'checkout.deliver': 'Consultation delivered',
  'checkout.record-settlement': 'Offer or settlement recorded',
  'checkout.capture-hold': 'Charge requested',
  'checkout.release-hold': 'Release requested',
  'checkout.send-link': 'Checkout link sent again',
  'checkout.void-payment': 'Noted payment taken back',
  'appraisals.compose': 'Draft of the appraisal saved',
  'appraisals.release': 'Appraisal released',
  'appraisals.withdraw': 'Appraisal withdrawn',
};
