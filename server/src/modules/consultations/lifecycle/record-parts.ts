import type { Tx } from '#context';
import { mergeParts, withoutSource, type FigureSource, type OfferParts } from '#lib/numbers/offer-parts';
import type { LockedConsultation } from '../facts.ts';
import { toStoredParts } from '../rules.ts';
import { updateOffer, updateSettled } from '../store.ts';

type Parts = {
  /** Joined with what is known: the team over a report over what was submitted. */
  readonly offer?: OfferParts | undefined;
  /** This source says the offer anew, so what it said before is forgotten. */
  readonly retold?: FigureSource;
  /** Replaces an earlier settlement. */
  readonly settlement?: OfferParts | undefined;
};

type Money = Pick<LockedConsultation, 'offer' | 'settlement'>;

/** Records what the insurer offered first or finally paid, part by part; returns both as they are from now on. */
export function recordParts(tx: Tx, locked: LockedConsultation, { offer, retold, settlement }: Parts): Money {
  const { id } = locked;
  const known = retold === undefined ? locked.offer : withoutSource(locked.offer, retold);
  const joined = offer === undefined ? locked.offer : mergeParts(known, offer);
  if (offer !== undefined) updateOffer(tx.db, id, toStoredParts(joined));
  if (settlement !== undefined)
    updateSettled(tx.db, { id, now: tx.clock.now(), settlement: toStoredParts(settlement) });
  return { offer: joined, settlement: settlement ?? locked.settlement };
}
