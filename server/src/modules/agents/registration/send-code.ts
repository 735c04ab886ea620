import type { Ctx } from '#context';
import { sendClaimedMessage } from '#modules/customers';
import { codeMessages } from './code-messages.ts';
import type { enqueueCode } from './enqueue-code.ts';

/** The request waits for the mail with the code, but not for a slow mail server. */
const mailTimeoutMs = 5_000;

type EnqueuedCode = NonNullable<ReturnType<typeof enqueueCode>>;

/**
 * Mails the code within the request, so that a refused address is reported at once; returns false then. After any other
 * failure the queue retries the message like every other one.
 */
export async function sendCode(ctx: Ctx, queued: EnqueuedCode): Promise<boolean> {
  const outcome = await sendClaimedMessage(ctx, queued, { source: codeMessages, timeoutMs: mailTimeoutMs });
  if (outcome !== 'refused') return true;
  ctx.log.warn({ registration: queued.subject_id }, 'agents.code-not-accepted');
  return false;
}
