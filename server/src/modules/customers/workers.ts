import type { Ctx } from '#context';
import type { ClaimedRows } from '#platform/jobs';
import { attemptMessage, type MessageOutcome } from './attempt-message.ts';
import { finishMessages, type MessageReactions } from './finish-messages.ts';
import { claimMessages, findBacklog, reapMessages, releaseMessages, type ClaimedMessage } from './store.ts';

/** Messages as claimed rows; `reactions` says who is told when one has left. */
export function messageQueue(ctx: Ctx, reactions: MessageReactions): ClaimedRows<ClaimedMessage, MessageOutcome> {
  return {
    queue: 'customers.messages',
    // A mail server takes about as many connections at once from one client.
    concurrency: 10,
    claim: (worker, limit) => claimMessages(ctx.db, { worker, now: ctx.clock.now(), limit }),
    run: (row) => attemptMessage(ctx, row),
    finish: (worker, results) => finishMessages(ctx, { worker, results, reactions }),
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
