import type { Ctx } from '#context';
import { enrichFacts, type Said } from '#modules/facts';
import { computePreliminary, consumeAllowance, hasAllowance, type Preliminary } from '#modules/market';
import { transact } from '#platform/db';

/** A vehicle, where it was kept, and what was offered; nothing about a person. */
type Previewed = Pick<
  Said,
  'vin' | 'year' | 'make' | 'model' | 'trim' | 'odometer' | 'zip' | 'loss_state' | 'date_of_loss' | 'offer_cents'
>;

type Preview =
  | { readonly kind: 'read'; readonly preliminary: Preliminary }
  /** These would have to be known. */
  | { readonly kind: 'too little'; readonly missing: readonly string[] }
  /** A client without a key has had its reads of the day (D-026). */
  | { readonly kind: 'used up' }
  | { readonly kind: 'unavailable' };

/** The early market read of a vehicle that nobody submitted: within the allowance, and nothing of it is stored. */
export async function previewMarket(ctx: Ctx, vehicle: Previewed): Promise<Preview> {
  const address = ctx.actor.kind === 'anonymous' ? ctx.actor.address : undefined;
  if (address !== undefined && !(await hasAllowance(ctx, address))) return { kind: 'used up' };
  const { facts, read, readable } = await enrichFacts(ctx, { sent: vehicle, sentBy: 'agent', lookedUp: {} });
  if (!readable) {
    const needed = [
      ...(['year', 'make', 'model'] as const).filter((name) => facts[name] === undefined),
      ...(facts.zip === undefined && facts.loss_state === undefined ? ['zip'] : []),
    ];
    return { kind: 'too little', missing: needed };
  }
  if (read === undefined) return { kind: 'unavailable' };
  if (address !== undefined && !(await transact(ctx, (tx) => consumeAllowance(tx, address))))
    return { kind: 'used up' };
  return {
    kind: 'read',
    preliminary: computePreliminary(read, { snapshotId: undefined, offerCents: vehicle.offer_cents }),
  };
}
