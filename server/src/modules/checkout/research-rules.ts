import type { Hold } from './hold-store.ts';
import { covers, dueOf, isCovered, paidAsHolds, type Product } from './rules.ts';

/**
 * How the research of a consultation is paid: by a hold that can be captured now, by a charge that was requested or
 * made or a payment that was noted, as a part of representation, or not at all.
 */
export type ResearchPayment =
  | { readonly kind: 'held'; readonly holdId: string; readonly cents: number }
  | { readonly kind: 'charged' }
  | { readonly kind: 'included' }
  | { readonly kind: 'none' };

/** Decided from all holds of a consultation and what was paid otherwise. */
export function decideResearchPayment(holds: readonly Hold[], paid: readonly Product[]): ResearchPayment {
  if ([...holds, ...paidAsHolds(paid)].some(covers)) return { kind: 'included' };
  if (paid.includes('research')) return { kind: 'charged' };
  const research = holds.findLast(
    ({ product, state }) => product === 'research' && (state === 'held' || state === 'captured'),
  );
  if (research === undefined) return { kind: 'none' };
  const { id: holdId, state, requestedAction, capturedCents, refundedCents } = research;
  if (state === 'captured') return (capturedCents ?? 0) > refundedCents ? { kind: 'charged' } : { kind: 'none' };
  if (requestedAction === 'capture') return { kind: 'charged' };
  return requestedAction === 'release' || isCovered(research, holds)
    ? { kind: 'none' }
    : { kind: 'held', holdId, cents: dueOf(research) };
}
