import type { ProviderCard, ProviderDispute, ProviderHold } from '#gateways/cards';
import { addDays, addSeconds } from '#lib/time/dates';
import type { EnteredCard } from './card-data.ts';
import type { Payment } from './store.ts';
import type { Session } from './session-store.ts';

const holdDays = 7;
const lapsesAfterS = 60;
const disputeDays = 7;

/** For the page where the customer enters the card; a hold that is placed again lasts as long as others. */
export const firstHoldEnd = (card: EnteredCard, now: Date): Date =>
  card === 'lapses' ? addSeconds(now, lapsesAfterS) : addDays(now, holdDays);

/** The bank's decision about a hold while the owner of the card is absent. */
export function decideNextHold(card: EnteredCard, now: Date): Pick<Payment, 'state' | 'captureBefore'> {
  if (card === 'declined_later') return { state: 'declined', captureBefore: undefined };
  if (card === 'authentication') return { state: 'authentication required', captureBefore: undefined };
  return { state: 'held', captureBefore: addDays(now, holdDays) };
}

export function pageStateOf({ card, closedAt, expiresAt }: Session, now: Date): ProviderHold['page'] {
  if (card !== undefined) return 'complete';
  return closedAt !== undefined || now >= expiresAt ? 'expired' : 'open';
}

const isHeld = ({ state, captureBefore }: Payment, now: Date): boolean =>
  state === 'held' && captureBefore !== undefined && captureBefore > now;

function moneyOf(payment: Payment | undefined, now: Date): ProviderHold['money'] {
  if (payment === undefined) return 'none';
  if (payment.state === 'captured') return 'captured';
  return isHeld(payment, now) ? 'held' : 'canceled';
}

const disputeOf = ({ disputedAt, capturedCents }: Payment): ProviderDispute | undefined =>
  disputedAt && {
    status: 'needs_response',
    amountCents: capturedCents ?? 0,
    dueAt: addDays(disputedAt, disputeDays),
  };

type Known = { readonly session: Session; readonly payments: readonly Payment[]; readonly url: string };

const pageOf = ({ session, url }: Known, now: Date) => {
  const page = pageStateOf(session, now);
  return { holdId: session.holdId, page, url: page === 'open' ? url : undefined };
};

export function toHold(known: Known, now: Date): ProviderHold {
  const { session, payments } = known;
  const payment = payments.find(({ sessionId, attempt }) => sessionId === session.id && attempt === undefined);
  const money = moneyOf(payment, now);
  return {
    ...pageOf(known, now),
    intentId: payment?.id,
    money,
    amountCents: payment?.amountCents ?? 0,
    capturedCents: payment?.capturedCents ?? 0,
    captureBefore: payment?.captureBefore,
    lapsed: money === 'canceled' && payment?.state === 'held',
    refundedCents: payment?.refundedCents ?? 0,
    dispute: payment && disputeOf(payment),
  };
}

const customerIdOf = (holdId: string): string => `test_cus_${holdId}`;
const methodIdOf = ({ id }: Pick<Session, 'id'>): string => id.replace('test_cs_', 'test_pm_');
export const sessionIdOf = (methodId: string): string => methodId.replace('test_pm_', 'test_cs_');

type KnownCard = Known & {
  /** All pages of the hold, newest first; each has one card at most. */
  readonly sessions: readonly Session[];
};

/** Payments come newest first. */
export function toCard(known: KnownCard, now: Date): ProviderCard {
  const { session, sessions, payments } = known;
  const entered = sessions.filter(({ card, promise }) => card !== undefined && promise !== undefined);
  const paid = payments.find(({ state }) => state === 'captured');
  return {
    ...pageOf(known, now),
    customerId: entered.length === 0 ? undefined : customerIdOf(session.holdId),
    enteredId: session.card === undefined ? undefined : methodIdOf(session),
    attachedIds: entered.filter(({ detachedAt }) => detachedAt === undefined).map(methodIdOf),
    held: payments
      .filter((payment) => isHeld(payment, now))
      .map(({ id, amountCents, captureBefore }) => ({ intentId: id, amountCents, captureBefore })),
    charge: paid && {
      intentId: paid.id,
      amountCents: paid.capturedCents ?? 0,
      refundedCents: paid.refundedCents,
      dispute: disputeOf(paid),
    },
    attempted: attemptOf(payments),
  };
}

function attemptOf(payments: readonly Payment[]): ProviderCard['attempted'] {
  const [latest] = payments
    .flatMap(({ attempt, state }) =>
      attempt !== undefined && (state === 'declined' || state === 'authentication required')
        ? [{ attempt, outcome: state }]
        : [],
    )
    .toSorted((a, b) => b.attempt - a.attempt);
  return latest;
}
