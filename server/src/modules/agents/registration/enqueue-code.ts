import type { Tx } from '#context';
import type { Mail } from '#lib/mail/mail';
import { messagePurposes, queueClaimedMessage } from '#modules/customers';

type Code = {
  readonly registrationId: string;
  readonly to: string;
  readonly code: string;
  /** The cap of the mailbox that holds it back, or `nothing`. */
  readonly heldBy: string;
};

const codeMail = (code: string, ttlMin: number): Mail => ({
  language: 'en',
  subject: 'Your Makewhole registration code',
  paragraphs: [
    `Your code is ${code}.`,
    `It is valid for ${ttlMin} minutes and completes the registration of your agent. Send it with the registration_id you were given.`,
  ],
  why: 'You get this because this address was given to register an agent. If you did not register an agent, ignore this email; nothing happens without the code.',
});

/** Queues the mail with the code in the transaction that stores the registration; undefined when it is held. */
export const enqueueCode = (tx: Tx, { registrationId, to, code, heldBy }: Code) =>
  queueClaimedMessage(tx, {
    purpose: messagePurposes.registrationCode,
    subjectId: registrationId,
    heldBy,
    content: { channel: 'email', to, mail: codeMail(code, tx.config.codeTtlMin) },
  });
