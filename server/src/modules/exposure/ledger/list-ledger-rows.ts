import type { Ctx } from '#context';
import { listSettledLoans } from '#modules/referrals';
import { toLedgerRow } from '../ledger-rules.ts';
import { listKnownLoans } from '../list-known-loans.ts';
import { requireReader } from '../require-reader.ts';
import type { LedgerRow, LedgerSpan } from '../schemas.ts';

type Bounded = LedgerSpan & { readonly limit: number };

/** The rows of a ledger in the order of the settlements; undefined when there are more than the limit, never a part. */
export async function listLedgerRows(
  ctx: Ctx,
  institutionId: string | undefined,
  { livemode, from, to, limit }: Bounded,
): Promise<LedgerRow[] | undefined> {
  requireReader(ctx.actor, { institutionId, livemode });
  const loans = await listSettledLoans(ctx, institutionId, { livemode, from, to, limit: limit + 1 });
  if (loans.length > limit) return undefined;
  return (await listKnownLoans(ctx, loans)).flatMap((known) =>
    known.loan.settledAt === null ? [] : [toLedgerRow({ ...known, settledAt: known.loan.settledAt })],
  );
}
