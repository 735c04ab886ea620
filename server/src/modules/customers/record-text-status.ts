import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { updateProviderStatus } from './store.ts';

/** What the provider says became of a text: queued, sent, delivered, undelivered or failed. */
export async function recordTextStatus(ctx: Ctx, providerId: string, status: string): Promise<void> {
  await transact(ctx, async (tx) => {
    updateProviderStatus(tx.db, providerId, status);
  });
}
