import type { Ctx } from '#context';
import { attemptMessage, type MessageOutcome } from './attempt-message.ts';
import { finishMessages } from './messages.ts';
import type { MessageSource } from './message-facts.ts';
import { releaseMessages, type ClaimedMessage } from './message-store.ts';

type SendOptions = { readonly source: MessageSource; readonly timeoutMs: number };

/**
 * Tries to send a claimed message within the timeout of a request and returns the outcome. A message not sent by then
 * goes to the workers; if it was sent after all, the second email has the same Message-ID.
 */
export async function sendClaimedMessage(
  ctx: Ctx,
  message: ClaimedMessage,
  { source, timeoutMs }: SendOptions,
): Promise<MessageOutcome['kind'] | 'too_slow'> {
  const worker = message.id;
  const outcome = await Promise.race([attemptMessage(ctx, message, source), timeout(timeoutMs)]);
  const kind = outcome === undefined ? 'too_slow' : outcome.kind;
  if (outcome === undefined) await releaseMessages(ctx.db, worker, [message]);
  else
    await finishMessages(ctx, { worker, results: [{ row: message, outcome }], sources: { [message.purpose]: source } });
  ctx.metrics.workFinished.inc({ queue: 'customers.messages', outcome: kind });
  return kind;
}

const timeout = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
