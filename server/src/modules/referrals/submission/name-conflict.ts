import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { referralExists, VinTaken } from '../errors.ts';
import { vinTriesMax } from '../rules.ts';
import { listOpenByVin } from '../store.ts';

/**
 * When a concurrent call took the VIN, the error names its referral; if that one has ended meanwhile, the call is
 * retried.
 */
export async function nameConflict<T>(ctx: Ctx, tenant: Tenant, run: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof VinTaken)) throw error;
      const [other] = await listOpenByVin(ctx.db, tenant, [error.vin]);
      if (other !== undefined) throw referralExists(other.id);
      if (turn === vinTriesMax) throw error;
    }
  }
}
