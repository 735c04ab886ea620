import type { Ctx } from '#context';
import { attemptMessage, type MessageOutcome } from './attempt-message.ts';
import { finishMessages } from './finish-messages.ts';
import type { MessageOwner } from './message-owners.ts';
import { releaseMessages, type ClaimedMessage } from './store.ts';

type Patience = { readonly owner: MessageOwner; readonly patienceMs: number };

/**
 * Tries to send a message that was taken, for somebody who waits, and says how that went. What is not done when their
 * patience ends goes to the workers; should it have left after all, the second mail has the same Message-ID.
 */
export async function sendTaken(
  ctx: Ctx,
  message: ClaimedMessage,
  { owner, patienceMs }: Patience,
): Promise<MessageOutcome['kind'] | 'too_slow'> {
  const worker = message.id;
  const outcome = await Promise.race([attemptMessage(ctx, message, owner), patience(patienceMs)]);
  const kind = outcome === undefined ? 'too_slow' : outcome.kind;
  if (outcome === undefined) await releaseMessages(ctx.db, worker, [message]);
  else
    await finishMessages(ctx, { worker, results: [{ row: message, outcome }], owners: { [message.purpose]: owner } });
  ctx.metrics.workFinished.inc({ queue: 'customers.messages', outcome: kind });
  return kind;
}

const patience = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
