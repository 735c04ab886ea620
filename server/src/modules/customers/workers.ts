import type { Ctx } from '#context';
import type { ClaimedRows } from '#platform/jobs';
import { attemptMessage, type MessageOutcome } from './attempt-message.ts';
import { finishMessages } from './finish-messages.ts';
import type { MessageOwners } from './message-owners.ts';
import { claimMessages, findBacklog, reapMessages, releaseMessages, type ClaimedMessage } from './store.ts';

/** Messages as claimed rows; their owners say whether they still hold, and are told what became of them. */
export function messageQueue(ctx: Ctx, owners: MessageOwners): ClaimedRows<ClaimedMessage, MessageOutcome> {
  const purposes = Object.keys(owners);
  return {
    queue: 'customers.messages',
    // A mail server takes about as many connections at once from one client.
    concurrency: 10,
    claim: (worker, limit) => claimMessages(ctx.db, { worker, now: ctx.clock.now(), limit, purposes }),
    run: (row) => attemptMessage(ctx, row, owners[row.purpose]),
    finish: (worker, results) => finishMessages(ctx, { worker, results, owners }),
    release: async (worker, rows) => {
      await releaseMessages(ctx.db, worker, rows);
    },
    reap: async () => (await reapMessages(ctx.db)).length,
    label: (outcome) => outcome.kind,
    measure: async () => {
      const backlog = await findBacklog(ctx.db, ctx.clock.now());
      return { due: backlog?.due ?? 0, oldestDueS: backlog?.oldest ?? 0, parked: 0 };
    },
  };
}
