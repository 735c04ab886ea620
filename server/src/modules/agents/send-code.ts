import type { Ctx } from '#context';
import { queueMessage } from '#modules/customers';
import { newId } from '#lib/ids';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { updateEmailFailed } from './store.ts';

/** The caller waits for the code's mail, but not for a slow mail server. */
const patienceMs = 5_000;

type Code = { readonly registrationId: string; readonly to: string; readonly code: string };

/**
 * Mails the code within the request, so that a wrong address is told at once. What does not answer in time, and what
 * has no transport, goes the way of every other message. Gives false when the mail was refused.
 */
export async function sendCode(ctx: Ctx, { registrationId, to, code }: Code): Promise<boolean> {
  const content = { channel: 'email', to, ...codeMail(code, ctx.config.codeTtlMin) } as const;
  const later = () =>
    transact(ctx, async (tx) => queueMessage(tx, { purpose: 'agents.code', subjectId: registrationId, content }));
  if (!ctx.mail.configured) {
    await later();
    return true;
  }
  const outcome = await Promise.race([send(ctx, content), patience()]);
  if (outcome === 'too slow') await later();
  if (outcome === 'failed') await updateEmailFailed(ctx.db, registrationId);
  return outcome !== 'failed';
}

async function send(ctx: Ctx, content: { to: string; subject: string; text: string; html: string }) {
  try {
    await ctx.mail.send({ id: newId('msg', ctx.clock.now()), ...content });
    return 'sent' as const;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error }, 'agents.code-not-accepted');
    return 'failed' as const;
  }
}

const patience = () =>
  new Promise<'too slow'>((resolve) => {
    setTimeout(() => resolve('too slow'), patienceMs).unref();
  });

function codeMail(code: string, ttlMin: number) {
  const lines = [
    `Your code is ${code}.`,
    `It is valid for ${ttlMin} minutes and finishes the registration of your agent. Send it with the registration_id you were given.`,
    'If you did not register an agent, ignore this mail; without the code nothing happens.',
  ];
  return {
    subject: 'Your Makewhole registration code',
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">${lines.map((line) => `<p>${line}</p>`).join('')}</body></html>`,
  };
}
