import type { Ctx } from '#context';
import type { ClaimedRows } from '#platform/jobs';
import { attemptMessage, type MessageOutcome } from './messages/attempt-message.ts';
import type { MessageSources } from './messages/message-facts.ts';
import {
  claimMessages,
  findBacklog,
  reapMessages,
  releaseMessages,
  type ClaimedMessage,
} from './messages/message-store.ts';
import { finishMessages, restTransports } from './messages/messages.ts';

export type { MessageSources };
// Scheduled work: withdraws held messages that were not allowed in time, and deletes budgets of past days and old sandbox mail.
export { expireHeld } from './held/held.ts';
export { purgeBudgets } from './budgets/budgets.ts';
export { purgeSandboxMessages } from './sandbox-mail/sandbox-mail.ts';

const outcomeKinds: readonly MessageOutcome['kind'][] = [
  'sent',
  'not_configured',
  'suppressed',
  'withdrawn',
  'held',
  'refused',
  'unavailable',
];

/** Messages as claimed rows; their sources check whether they are still true, and are notified of the outcome. */
export function messageQueue(ctx: Ctx, sources: MessageSources): ClaimedRows<ClaimedMessage, MessageOutcome> {
  const purposes = Object.keys(sources);
  const transports = restTransports(ctx);
  return {
    queue: 'customers.messages',
    // A mail server accepts about as many concurrent connections from one client.
    concurrency: 10,
    leaseMs: 30_000,
    claim: (worker, limit) =>
      transports.claim(limit, (most, channels) =>
        claimMessages(ctx.db, { worker, now: ctx.clock.now(), limit: most, purposes, channels }),
      ),
    run: (row) => transports.run(row, () => attemptMessage(ctx, row, sources[row.purpose])),
    finish: (worker, results) => finishMessages(ctx, { worker, results, sources }),
    release: async (worker, rows) => {
      await releaseMessages(ctx.db, worker, rows);
    },
    reap: async () => (await reapMessages(ctx.db)).length,
    label: (outcome) => outcome.kind,
    outcomes: outcomeKinds,
    measure: async () => {
      const backlog = await findBacklog(ctx.db, ctx.clock.now());
      return { due: backlog?.due ?? 0, oldestDueS: backlog?.oldest ?? 0 };
    },
  };
}

/** For how many seconds the oldest due message has waited; 0 when nothing is due. */
export const findMessageWait = async ({ db, clock }: Ctx): Promise<number> =>
  (await findBacklog(db, clock.now()))?.oldest ?? 0;
