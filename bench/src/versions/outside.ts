// Everything the service talks to, on this machine.
import { startMailbox, type Mailbox } from '@makewhole/server/test/doubles/mailbox.ts';
import { startReceiver, type Receiver } from '@makewhole/server/test/doubles/receiver.ts';
import { startStripe, type StripeDouble } from '@makewhole/server/test/doubles/stripe.ts';
import { startTwilio, type Twilio } from '@makewhole/server/test/doubles/twilio.ts';
import type { RunStack } from '#bench/run-stack';

export type Outside = {
  readonly mailbox: Mailbox;
  readonly receiver: Receiver;
  readonly stripe: StripeDouble;
  readonly twilio: Twilio;
};

export async function startOutside(closing: RunStack, now: () => Date): Promise<Outside> {
  return {
    mailbox: closing.adopt(await startMailbox(), (one) => one.close()),
    receiver: closing.adopt(await startReceiver(), (one) => one.close()),
    stripe: closing.adopt(await startStripe(now), (one) => one.close()),
    twilio: closing.adopt(await startTwilio(), (one) => one.close()),
  };
}

/** Settings that make a process use them. */
export const outsideEnv = ({ mailbox, receiver, stripe, twilio }: Outside): Readonly<Record<string, string>> => ({
  SMTP_URL: mailbox.url,
  WEBHOOK_DIAL_MAP: receiver.dial,
  WEBHOOK_CA_FILE: receiver.caFile,
  ...(stripe.env as Record<string, string>),
  ...(twilio.env as Record<string, string>),
});
