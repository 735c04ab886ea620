import { endedDisputes } from './rules.ts';
import type { HoldState } from './transitions.ts';

/** Why a charge is refunded. */
export const refundReasons = ['not_as_agreed', 'charged_in_error', 'complaint', 'goodwill'] as const;
export type RefundReason = (typeof refundReasons)[number];

type RefundFacts = {
  readonly state: HoldState;
  readonly capturedCents: number | null;
  readonly refundedCents: number;
  readonly dispute: { readonly status: string } | undefined;
  readonly refunds: readonly { readonly state: string; readonly amountCents: number }[];
};

/** The known refunds: those the provider reported, or those made here and not reported yet. */
export const refundedOf = ({ refundedCents, refunds }: Pick<RefundFacts, 'refundedCents' | 'refunds'>): number => {
  const done = refunds.filter(({ state }) => state === 'done');
  return Math.max(
    refundedCents,
    done.reduce((sum, { amountCents }) => sum + amountCents, 0),
  );
};

type RefundVerdict =
  | { readonly kind: 'refund'; readonly cents: number }
  | { readonly kind: 'wrong state' | 'under way' | 'disputed' | 'changed' | 'too much' };

type Wanted = { readonly amountCents: number | undefined; readonly seenCents: number };

/**
 * A refund is decided by the amount that the screen showed, so a repeated request is refused because of the first
 * refund. For a disputed charge the bank has already taken the money back, unless it decided for us.
 */
export function decideRefund(facts: RefundFacts, { amountCents, seenCents }: Wanted): RefundVerdict {
  const { state, capturedCents, dispute, refunds } = facts;
  if (state !== 'captured' || capturedCents === null) return { kind: 'wrong state' };
  if (refunds.some((one) => one.state === 'requested')) return { kind: 'under way' };
  const taken = dispute !== undefined && (!endedDisputes.includes(dispute.status) || dispute.status === 'lost');
  if (taken) return { kind: 'disputed' };
  const refunded = refundedOf(facts);
  if (refunded !== seenCents) return { kind: 'changed' };
  const left = capturedCents - refunded;
  const cents = amountCents ?? left;
  return cents < 1 || cents > left ? { kind: 'too much' } : { kind: 'refund', cents };
}
