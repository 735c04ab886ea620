import type { Ctx, Tx } from '#context';
import { findLoan, type ReferredLoan } from './loan-store.ts';

/** The loan of a referral, whichever institution made it: who asks says in the predicate of their own whose it may be. */
export const findReferredLoan = (ctx: Ctx | Tx, id: string): Promise<ReferredLoan | undefined> => findLoan(ctx.db, id);
