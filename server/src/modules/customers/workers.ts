import type { Ctx } from '#context';
import type { ClaimedRows } from '#platform/jobs';
import { attemptMessage, type MessageOutcome } from './messages/attempt-message.ts';
import { finishMessages } from './messages/finish-messages.ts';
import type { MessageSources } from './messages/message-facts.ts';
import {
  claimMessages,
  findBacklog,
  reapMessages,
  releaseMessages,
  type ClaimedMessage,
} from './messages/message-store.ts';

export type { MessageSources };

/** Messages as claimed rows; their sources say whether they are still true, and are notified of the outcome. */
export function messageQueue(ctx: Ctx, sources: MessageSources): ClaimedRows<ClaimedMessage, MessageOutcome> {
  const purposes = Object.keys(sources);
  return {
    queue: 'customers.messages',
    // A mail server accepts about as many concurrent connections from one client.
    concurrency: 10,
    claim: (worker, limit) => claimMessages(ctx.db, { worker, now: ctx.clock.now(), limit, purposes }),
    run: (row) => attemptMessage(ctx, row, sources[row.purpose]),
    finish: (worker, results) => finishMessages(ctx, { worker, results, sources }),
    release: async (worker, rows) => {
      await releaseMessages(ctx.db, worker, rows);
    },
    reap: async () => (await reapMessages(ctx.db)).length,
    label: (outcome) => outcome.kind,
    measure: async () => {
      const backlog = await findBacklog(ctx.db, ctx.clock.now());
      return { due: backlog?.due ?? 0, oldestDueS: backlog?.oldest ?? 0 };
    },
  };
}
