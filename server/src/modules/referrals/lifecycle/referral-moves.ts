import type { Tx } from '#context';
import { mergeParts, type OfferParts } from '#lib/numbers/offer-parts';
import { endCheckouts, recordDelivered } from '#modules/checkout';
import { recordConsent } from '#modules/ledger';
import {
  closeConsultations,
  createNumberedConsultation,
  lockConsultation,
  recordParts,
  wantMarketRead,
} from '#modules/consultations';
import { queueMessage } from '#modules/customers';
import type { Tenant } from '#modules/partners';
import { publishEvent } from '#modules/webhooks';
import { invalidState, moneyOpen } from '../errors.ts';
import { eventOfStatus, referralEvent } from '../events.ts';
import {
  callContactOf,
  computeMoved,
  contactsOf,
  nextStep,
  offerOf,
  simulatedIncreaseCents,
  statusAt,
  toReferralMoney,
  type Move,
  type MoveChanges,
  type SimulationStep,
} from '../rules.ts';
import type { ReferralStatus } from '../schemas.ts';
import { updateAcceptance, updateReferrals, type Referral } from '../store.ts';
import { referralTransitions, type ReferralAction } from '../transitions.ts';
import { getLockedReferral } from './get-locked-referral.ts';
import { lockWithMoney } from './lock-with-money.ts';
import { prepareBorrowerDelivery } from './prepare-borrower-delivery.ts';
import type { Attestation } from './schemas.ts';
import { withdrawMessagesAbout } from './withdraw-messages-about.ts';

/** Moves a locked referral by one row of T6, with its event and consequences. */
export function moveReferral(tx: Tx, referral: Referral, move: Move): Referral {
  requireMove(tx, referral, move.action);
  const moved = computeMoved(referral, move, tx.clock.now());
  recordMove(tx, [moved]);
  return moved;
}

function recordMove(tx: Tx, moved: readonly Referral[]): void {
  recordMoves(tx, moved);
  withdrawMessagesAbout(
    tx,
    moved.filter(({ status }) => referralTransitions.isTerminal(status)),
  );
}

/** An overdue invitation is refused like an expired one, even before the sweep. */
export function requireMove(tx: Tx, referral: Referral, action: ReferralAction): void {
  const status = statusAt(referral, tx.clock.now());
  if (!referralTransitions.canMove(status, action)) throw invalidState(status);
}

export function recordMoves(tx: Tx, moved: readonly Referral[]): void {
  updateReferrals(tx.db, moved);
  publishEvent(tx, ...moved.map((referral) => referralEvent(referral, eventOfStatus[referral.status])));
  const ended = moved.filter(({ status }) => referralTransitions.isTerminal(status));
  // Locks the consultation before the messages, in the same order as logging a call.
  const consultationIds = ended.flatMap(({ consultationId }) => consultationId ?? []);
  // One action moves them, so they have the same status.
  closeConsultations(tx, consultationIds, ended[0]?.status ?? 'closed');
  endCheckouts(tx, consultationIds);
}

type Activation = {
  readonly via: 'invitation' | 'warm_handoff' | 'staff' | 'simulation';
  readonly priority: boolean;
};

/** Activates a referral: a numbered consultation, and a price that no longer changes. */
export async function activateReferral(
  tx: Tx,
  referral: Referral,
  { via, priority, ...changes }: Activation & MoveChanges,
): Promise<Referral> {
  requireMove(tx, referral, 'activate');
  const consultation = await createNumberedConsultation(tx, {
    source: 'referral',
    sourceId: referral.id,
    priority,
    // A user of the invitation's link has the mailbox or the phone it was sent to.
    proven: via === 'invitation',
    test: !referral.livemode,
    contact: callContactOf(referral),
    offer: offerOf(referral),
  });
  wantMarketRead(tx, consultation.id);
  return moveReferral(
    tx,
    { ...referral, via, ...consultationFields(consultation) },
    { action: 'activate', ...changes },
  );
}

const consultationFields = ({ id, number }: { id: string; number: string }) => ({
  consultationId: id,
  consultationNumber: number,
});

/** The institution attests that the borrower agreed to the call: activated immediately, with a priority call. */
export async function attestReferral(
  tx: Tx,
  tenant: Tenant,
  { id, attestation }: { id: string; attestation: Attestation },
): Promise<Referral> {
  const now = tx.clock.now();
  const { attestor_name: name, channel, attestation: words, confirmed_at: confirmedAt } = attestation;
  const referral = await getLockedReferral(tx, tenant, id);
  const activated = await activateReferral(tx, referral, {
    via: 'warm_handoff',
    priority: true,
    consent: {
      mode: 'warm_handoff',
      disclosure_confirmed_at: (confirmedAt === undefined ? now : new Date(confirmedAt)).toISOString(),
      disclosure_channel: channel,
      disclosure_attestor_name: name,
    },
  });
  updateAcceptance(tx.db, activated, { at: now.toISOString(), attestation: words });
  recordAttested(tx, [activated], words);
  return activated;
}

/**
 * The ledger records the institution's attestation about borrowers: that they may be invited, or that they agreed to a
 * call.
 */
export function recordAttested(tx: Tx, referrals: readonly Referral[], attestation?: string): void {
  recordConsent(
    tx,
    ...referrals.map((referral) => ({
      kind: 'attested' as const,
      contacts: contactsOf(referral),
      subjectId: referral.id,
      details: {
        institution_id: referral.institutionId,
        program: referral.program.mode,
        submitted_via: referral.submittedVia,
        ...referral.consent,
        ...(attestation === undefined ? {} : { attestation }),
      },
    })),
  );
}

type CloseReferral = { readonly id: string; readonly changes: Omit<Move, 'action'> };

/** Closes a referral and its case; refused, like closing a case, while money is held or moving. */
export async function closeReferral(tx: Tx, tenant: Tenant, { id, changes }: CloseReferral): Promise<Referral> {
  const { referral, money } = await lockWithMoney(tx, tenant, id);
  requireMove(tx, referral, 'close');
  // Once the consultation is locked, no charge can be requested.
  if (referral.consultationId !== null) await lockConsultation(tx, referral.consultationId);
  if ((await money?.read())?.open === true) throw moneyOpen();
  return moveReferral(tx, referral, { action: 'close', ...changes });
}

type SettleReferral = {
  readonly settlement: OfferParts;
  readonly offer?: OfferParts | undefined;
  readonly statusNote?: string;
};

/** Settles a referral together with its consultation, so that both have the same amounts. */
export async function settleReferral(
  tx: Tx,
  referral: Referral,
  { settlement, offer, ...noted }: SettleReferral,
): Promise<Referral> {
  requireMove(tx, referral, 'settle');
  const money = await recordMoney(tx, referral, { settlement, offer });
  return moveReferral(tx, referral, { action: 'settle', ...toReferralMoney(money), ...noted });
}

async function recordMoney(tx: Tx, referral: Referral, { settlement, offer }: SettleReferral) {
  if (referral.consultationId === null) return { offer: mergeParts(offerOf(referral), offer ?? {}), settlement };
  const locked = await lockConsultation(tx, referral.consultationId);
  return recordParts(tx, locked, { settlement, offer, retold: 'staff' });
}

/** Moves a sandbox referral as people and time would (D-107). */
export async function simulateReferral(
  tx: Tx,
  tenant: Tenant,
  { id, step }: { id: string; step: SimulationStep | undefined },
): Promise<Referral> {
  const referral = await getLockedReferral(tx, tenant, id);
  const status = statusAt(referral, tx.clock.now());
  const chosen = step ?? nextStep[status];
  if (chosen === undefined) throw invalidState(status);
  if (chosen === 'accept') return activateReferral(tx, referral, { via: 'simulation', priority: false });
  if (chosen === 'deliver') return deliverReferral(tx, referral, status);
  if (chosen === 'settle') return settleReferral(tx, referral, simulatedMoney(referral));
  return moveReferral(tx, referral, { action: chosen });
}

/**
 * The free consultation is given, which does not change the referral's status: a borrower who pays gets a checkout with
 * test cards.
 */
async function deliverReferral(tx: Tx, referral: Referral, status: ReferralStatus): Promise<Referral> {
  const { id: sourceId, consultationId } = referral;
  if (consultationId === null || (status !== 'activated' && status !== 'settled')) throw invalidState(status);
  const sources = { referral: prepareBorrowerDelivery };
  queueMessage(tx, ...(await recordDelivered(tx, { consultationId, source: 'referral', sourceId, sources })));
  return referral;
}

/** As if the team had confirmed that both figures are before tax and fees. */
function simulatedMoney({ claim: { initial_offer_cents: cents } }: Referral) {
  const value = (amount: number): OfferParts => ({ value: { cents: amount, from: 'staff' } });
  return { offer: value(cents), settlement: value(cents + simulatedIncreaseCents) };
}
