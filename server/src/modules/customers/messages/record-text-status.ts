import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { updateProviderStatus } from './message-store.ts';

/** Stores the provider's report about a text: queued, sent, delivered, undelivered or failed. */
export async function recordTextStatus(ctx: Ctx, providerId: string, status: string): Promise<void> {
  await transact(ctx, async (tx) => {
    updateProviderStatus(tx.db, providerId, status);
  });
}
