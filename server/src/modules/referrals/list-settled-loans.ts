import type { Ctx } from '#context';
import { listSettled, type ReferredLoan } from './loan-store.ts';

type SettledLoans = {
  readonly livemode: boolean;
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
};

/** The loans whose referrals were settled in a period, of one institution or, when none is named, of all. */
export const listSettledLoans = (
  ctx: Ctx,
  institutionId: string | undefined,
  settled: SettledLoans,
): Promise<ReferredLoan[]> => listSettled(ctx.db, institutionId, settled);
