import type { Tx } from '#context';
import { messagePurposes, queueClaimedMessage } from '#modules/customers';

type Code = {
  readonly registrationId: string;
  readonly to: string;
  readonly code: string;
  /** The cap of the mailbox that holds it back, or `nothing`. */
  readonly heldBy: string;
};

function codeMail(code: string, ttlMin: number) {
  const lines = [
    `Your code is ${code}.`,
    `It is valid for ${ttlMin} minutes and completes the registration of your agent. Send it with the registration_id you were given.`,
    'If you did not register an agent, ignore this email; nothing happens without the code.',
  ];
  return {
    subject: 'Your Makewhole registration code',
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">${lines.map((line) => `<p>${line}</p>`).join('')}</body></html>`,
  };
}

/** Queues the mail with the code in the transaction that stores the registration; undefined when it is held. */
export const enqueueCode = (tx: Tx, { registrationId, to, code, heldBy }: Code) =>
  queueClaimedMessage(tx, {
    purpose: messagePurposes.registrationCode,
    subjectId: registrationId,
    heldBy,
    content: { channel: 'email', to, ...codeMail(code, tx.config.codeTtlMin) },
  });
