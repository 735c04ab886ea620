import type { Tx } from '#context';
import { closeConsultations, openNumberedConsultation, type CallContact } from '#modules/consultations';
import { withdrawMessages } from '#modules/customers';
import { announce } from '#modules/webhooks';
import { invalidState, referralNotFound } from './errors.ts';
import { eventOfStatus, referralEvent } from './events.ts';
import { asOf, canMove, isTerminal, statusAt, transitions, type Action } from './rules.ts';
import { lockReferral, updateReferrals, type Owner, type Referral } from './store.ts';

export type Activation = {
  readonly via: 'invitation' | 'warm_handoff' | 'staff' | 'simulation';
  readonly priority: boolean;
};

type Changes = Partial<Pick<Referral, 'consent' | 'statusNote' | 'settlementCents'>>;

export type Move = Changes & { readonly action: Action };

/** A referral of that owner, held until the transaction ends; as if it were not there for anybody else. */
export async function requireLocked(tx: Tx, owner: Owner, id: string): Promise<Referral> {
  const referral = await lockReferral(tx.db, owner, id);
  if (referral === undefined) throw referralNotFound();
  return referral;
}

/** The borrower is looked after from now on: a numbered consultation, and a price that no longer changes. */
export async function activateReferral(
  tx: Tx,
  referral: Referral,
  { via, priority, ...changes }: Activation & Changes,
): Promise<Referral> {
  requireMove(tx, referral, 'activate');
  const consultation = await openNumberedConsultation(tx, {
    source: 'referral',
    sourceId: referral.id,
    priority,
    test: !referral.livemode,
    contact: callContactOf(referral),
  });
  return moveReferral(tx, { ...referral, via, ...named(consultation) }, { action: 'activate', ...changes });
}

/** Whom to call about a referral, and where they are. */
export const callContactOf = ({ borrower, claim }: Pick<Referral, 'borrower' | 'claim'>): CallContact => ({
  phone: borrower.phone ?? undefined,
  email: borrower.email ?? undefined,
  state: claim.loss_state,
});

const named = ({ id, number }: { id: string; number: string }) => ({ consultationId: id, consultationNumber: number });

/** Moves a locked referral by one row of T6, with its event and what follows from it. */
export function moveReferral(tx: Tx, referral: Referral, move: Move): Referral {
  requireMove(tx, referral, move.action);
  const moved = afterMove(referral, move, tx.clock.now());
  recordMoved(tx, [moved]);
  return moved;
}

/** Ends invitations whose time is over, all at once; each must be locked and still invited. */
export function expireLocked(tx: Tx, referrals: readonly Referral[]): void {
  expireAlone(tx, referrals);
  withdrawAbout(tx, referrals);
}

/** The same without taking messages back: whoever locks more before messages (0024) does that afterwards. */
export function expireAlone(tx: Tx, referrals: readonly Referral[]): void {
  const now = tx.clock.now();
  writeMoved(
    tx,
    referrals.map((referral) => afterMove(referral, { action: 'expire' }, now)),
  );
}

/** Whoever is not to be looked after any more is not written to about it either. */
export const withdrawAbout = (tx: Tx, referrals: readonly Referral[]): void =>
  withdrawMessages(
    tx,
    referrals.map(({ id }) => id),
  );

function afterMove(referral: Referral, { action, ...changes }: Move, now: Date): Referral {
  const { to } = transitions[action];
  return {
    ...referral,
    ...changes,
    status: to,
    activatedAt: to === 'activated' ? now : referral.activatedAt,
    settledAt: to === 'settled' ? now : referral.settledAt,
    closedAt: isTerminal(to) ? (asOf(referral, now).closedAt ?? now) : referral.closedAt,
  };
}

function recordMoved(tx: Tx, moved: readonly Referral[]): void {
  writeMoved(tx, moved);
  withdrawAbout(
    tx,
    moved.filter(({ status }) => isTerminal(status)),
  );
}

function writeMoved(tx: Tx, moved: readonly Referral[]): void {
  updateReferrals(tx.db, moved);
  announce(tx, ...moved.map((referral) => referralEvent(referral, eventOfStatus[referral.status])));
  const ended = moved.filter(({ status }) => isTerminal(status));
  // The consultation before the messages, as whoever notes a call takes them.
  closeConsultations(
    tx,
    ended.flatMap(({ consultationId }) => consultationId ?? []),
  );
}

/** An invitation that has run out is refused like an expired one, also before the sweeper has come by. */
function requireMove(tx: Tx, referral: Referral, action: Action): void {
  const status = statusAt(referral, tx.clock.now());
  if (!canMove(status, action)) throw invalidState(status);
}
