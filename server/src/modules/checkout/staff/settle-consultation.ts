import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { partsOf, type PartsBody } from '#lib/api/offer-parts';
import type { OfferParts } from '#lib/numbers/offer-parts';
import {
  getConsultation,
  lockConsultation,
  recordParts,
  type ConsultationView,
  type LockedConsultation,
} from '#modules/consultations';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { wrongConsultationState } from '../errors.ts';
import { listHoldsOfConsultation } from '../hold-store.ts';
import type { SettlementBody } from '../schemas.ts';
import { queueSettled } from './queue-settled.ts';

/** Both sides of the money after a change, and whether the settlement was recorded with it. */
export type SettledMoney = Pick<LockedConsultation, 'offer' | 'settlement'> & { readonly settledNow: boolean };

/** Locks the object the consultation came from, and returns what a settlement changes there. */
type SettlementSource = (tx: Tx, sourceId: string) => Promise<(money: SettledMoney) => void>;

/** By the origin of consultations; bound in app/bindings.ts, since those modules come after this one. */
export type SettlementSources = Readonly<Partial<Record<LockedConsultation['source'], SettlementSource>>>;

type SettleConsultation = {
  readonly id: string;
  readonly body: SettlementBody;
  readonly sources: SettlementSources;
};

/**
 * Records what the insurer finally paid, and what is learned of its first offer. Both can be corrected until a charge
 * depends on them.
 */
export async function settleConsultation(ctx: Ctx, input: SettleConsultation): Promise<ConsultationView> {
  requireStaff(ctx.actor);
  const { id, body, sources } = input;
  const settlement = readSide(body, { parts: 'settlement', amount: 'settlement_cents' });
  const offer = readSide(body, { parts: 'offer', amount: 'initial_offer_cents' });
  const { source, source_id: sourceId } = await getConsultation(ctx, id);
  await transact(ctx, async (tx) => {
    // The object of origin is locked before the consultation, as by everything that changes both.
    const follow = await sources[source]?.(tx, sourceId);
    const locked = await lockConsultation(tx, id);
    await requireUncharged(tx, id);
    const money = recordParts(tx, locked, { offer, retold: 'staff', settlement });
    follow?.({ ...money, settledNow: settlement !== undefined });
    // A settlement that is corrected is not told again.
    if (settlement !== undefined && locked.settledAt === undefined) await queueSettled(tx, id);
  });
  return getConsultation(ctx, id);
}

type SideNames = {
  readonly parts: 'settlement' | 'offer';
  readonly amount: 'settlement_cents' | 'initial_offer_cents';
};

function readSide(body: SettlementBody, names: SideNames): OfferParts | undefined {
  const parts: PartsBody | undefined = body[names.parts];
  const amount = body[names.amount];
  if (parts !== undefined && amount !== undefined)
    throw validationFailed([{ path: names.amount, message: `cannot be combined with ${names.parts}` }]);
  if (parts !== undefined) return partsOf(parts);
  return amount === undefined ? undefined : { stated: { cents: amount, from: 'staff' } };
}

async function requireUncharged(tx: Tx, id: string): Promise<void> {
  const holds = await listHoldsOfConsultation(tx.db, id);
  const charged = holds.some(
    ({ product, state, requestedAction }) =>
      product === 'representation' && (state === 'captured' || requestedAction === 'capture'),
  );
  if (charged) throw wrongConsultationState('charged');
}
