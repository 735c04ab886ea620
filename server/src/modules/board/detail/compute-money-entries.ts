import { centsToPrint } from '#lib/numbers/money';
import type { HoldView, PaymentsView } from '#modules/checkout';
import type { getClosing } from '#modules/consultations';
import type { TimelineEntry } from '../schemas.ts';

export type ClosingHistory = Awaited<ReturnType<typeof getClosing>>;

type MoneyHistory = {
  readonly holds: readonly HoldView[];
  readonly payments: PaymentsView;
  readonly closing: ClosingHistory;
  readonly names: ReadonlyMap<string, string>;
};

/** Acceptances, holds, charges, releases, recorded payments, closings and reopenings; of each kind the oldest first. */
export function computeMoneyEntries({ holds, payments, closing, names }: MoneyHistory): TimelineEntry[] {
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? id));
  return [
    ...holds.flatMap((hold) => holdEntries(hold, nameOf)),
    ...payments.noted.map((payment) => ({
      ...entry(
        payment.noted_at,
        'money',
        `Paid otherwise: ${dollars(payment.amount_cents)} for ${payment.product}, ${inWords(payment.method)} on ${payment.paid_on}${payment.voided_at === null ? '' : ' (taken back)'}`,
      ),
      by: nameOf(payment.noted_by),
      note: payment.note,
    })),
    ...closing.history.toReversed().map(({ action, reason, note, staff_id: staffId, at }) => ({
      ...entry(
        at,
        'action',
        action === 'closed' ? `Case closed: ${closeWords[reason] ?? inWords(reason)}` : 'Case opened again',
      ),
      by: nameOf(staffId) ?? (closedAlone.has(reason) ? 'by itself' : null),
      note: action === 'closed' ? note : reason,
    })),
  ];
}

const entry = (at: string, kind: TimelineEntry['kind'], title: string): TimelineEntry => ({
  at,
  kind,
  title,
  by: null,
  note: null,
});

const dollars = (cents: number): string => `$${centsToPrint(cents)}`;
const inWords = (code: string): string => code.replaceAll('_', ' ');

/** A hold with a saved card has its own entries. */
function holdEntries(hold: HoldView, nameOf: (id: string | null) => string | null): TimelineEntry[] {
  const { product, state, accepted_at: acceptedAt, held_at: heldAt, ended_at: endedAt } = hold;
  const amount = dollars(hold.amount_cents);
  const accepted = entry(acceptedAt, 'money', `Terms ${hold.terms_version} accepted for ${product}, ${amount}`);
  if (hold.kind === 'card') return [accepted];
  const requested = state === 'captured' || state === 'released';
  return [
    accepted,
    ...(heldAt === null ? [] : [entry(heldAt, 'money', `${amount} held for ${product}${until(hold.capture_before)}`)]),
    ...(endedAt === null
      ? []
      : [
          {
            ...entry(endedAt, 'money', endTitle(product, state, hold)),
            by: requested ? nameOf(hold.wished_by) : null,
          },
        ]),
  ];
}

const until = (at: string | null): string => (at === null ? '' : `, until ${at.slice(0, 10)} at the latest`);

type Ended = Pick<HoldView, 'captured_cents' | 'amount_cents' | 'failure'>;

function endTitle(product: string, state: HoldView['state'], hold: Ended): string {
  const why = hold.failure === null ? '' : ` (${hold.failure})`;
  if (state === 'captured') return `${dollars(hold.captured_cents ?? hold.amount_cents)} charged for ${product}`;
  if (state === 'released') return `Hold for ${product} released, nothing charged`;
  if (state === 'expired') return `Hold for ${product} ended by itself, nothing charged${why}`;
  return `Hold for ${product} ended${why}`;
}

/** Reasons for which a case closes by time alone. */
const closedAlone: ReadonlySet<string> = new Set(['settled', 'paid', 'no_answer', 'expired']);

/** Why a case was closed, in words. */
const closeWords: Readonly<Record<string, string>> = {
  settled: 'settled',
  paid: 'settled, and everything is paid or released',
  offer_fair: 'the offer is fair',
  not_interested: 'the owner does not want to go on',
  no_answer: 'no answer for months',
  duplicate: 'the same as another case',
  mistake: 'made by mistake',
  other: 'another reason',
};
