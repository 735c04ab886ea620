import type { Ctx, Tx } from '#context';
import { sendTaken, takeMessage, type MessageOwner } from '#modules/customers';
import { isCodeUsable } from './is-code-usable.ts';
import { updateEmailFailed } from './store.ts';

/** The caller waits for the code's mail, but not for a slow mail server. */
const patienceMs = 5_000;

/** A code that will never arrive leaves a registration that does not count as pending (decision 55). */
export const codeMessages: MessageOwner = {
  isTrue: isCodeUsable,
  failed: async (tx, registrationIds) => updateEmailFailed(tx.db, registrationIds),
};

type Code = { readonly registrationId: string; readonly to: string; readonly code: string };
type TakenCode = ReturnType<typeof takeCode>;

/** Owes the code's mail, in the transaction of its registration. */
export const takeCode = (tx: Tx, { registrationId, to, code }: Code) =>
  takeMessage(tx, {
    purpose: 'agents.code',
    subjectId: registrationId,
    content: { channel: 'email', to, ...codeMail(code, tx.config.codeTtlMin) },
  });

/**
 * Mails the code within the request, so that a wrong address is told at once. Whatever else keeps it from leaving is no
 * fault of the address: it then goes the way of every other message. Gives false when the address was refused.
 */
export async function sendCode(ctx: Ctx, taken: TakenCode): Promise<boolean> {
  const outcome = await sendTaken(ctx, taken, { owner: codeMessages, patienceMs });
  if (outcome !== 'refused') return true;
  ctx.log.warn({ registration: taken.subject_id }, 'agents.code-not-accepted');
  return false;
}

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
