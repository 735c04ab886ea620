import { messageOwners } from '#app/message-sources';
import type { Ctx } from '#context';
import { fillInVin } from '#modules/intakes';
import { messageQueue } from '#mount/customers/workers';
import { plateQueue } from '#mount/vehicles/workers';
import { deliverDue } from '#mount/webhooks/workers';
import type { ClaimedRows } from '#platform/jobs';

type Drained = { readonly ctx: Ctx; readonly worker: string };

/** Does what is due of every queue, once, and returns: for a process that has no loops. */
export async function drainQueues({ ctx, worker }: Drained): Promise<void> {
  await drain(messageQueue(ctx, messageOwners), worker);
  await drain(plateQueue(ctx, fillInVin), worker);
  await deliverDue(ctx);
}

/** Rows of one claim; a claim that comes back empty is the last. */
const rowsAtOnce = 100;

async function drain<Row, Outcome>(queue: ClaimedRows<Row, Outcome>, worker: string): Promise<void> {
  for (;;) {
    const rows = await queue.claim(worker, rowsAtOnce);
    if (rows.length === 0) return;
    const results = await Promise.all(rows.map(async (row) => ({ row, outcome: await queue.run(row) })));
    await queue.finish(worker, results);
  }
}
