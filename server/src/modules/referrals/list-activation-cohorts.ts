import type { Ctx } from '#context';
import { countCohorts } from './loan-store.ts';

export type ActivationCohort = {
  /** Of the first invitation: one that is sent again moves nobody into another month. */
  readonly month: string;
  readonly invited: number;
  /** Of those who were invited in this month, whenever they said yes. */
  readonly activated: number;
  /** May still say yes: the rate of this month is not final. */
  readonly open: number;
};

type Invited = { readonly livemode: boolean; readonly from: Date; readonly to: Date };

/** Who was invited in each month and how many of them said yes by now, of one institution or of all. */
export const listActivationCohorts = (
  ctx: Ctx,
  institutionId: string | undefined,
  { livemode, from, to }: Invited,
): Promise<ActivationCohort[]> => countCohorts(ctx.db, institutionId, { now: ctx.clock.now(), livemode, from, to });
