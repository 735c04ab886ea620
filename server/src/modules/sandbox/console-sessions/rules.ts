import type { Limit } from '#platform/limits';

/**
 * A key cannot be guessed; this bounds what trying costs us. From one address, or one IPv6 /64, and for each mode apart:
 * whoever tries much in the sandbox still opens the live console.
 */
export const triesPerAddress: Limit = {
  name: 'agent_console_tries',
  points: 20,
  windowS: 15 * 60,
  whenStoreIsGone: 'refuse',
};

/** By what the key says of itself, valid or not. */
export const triesKey = (key: string, bucket: string): string =>
  `${key.startsWith('svc_agent_test_') ? 'sandbox' : 'live'}:${bucket}`;

/** Pages that may follow a sign-in: those there are, with nothing in their address that a stranger could have made up. */
const nextPages =
  /^\/(?:webhook|intakes(?:\/int_[0-9A-Za-z]{24})?|mailbox(?:\/msg_[0-9A-Za-z]{24})?|deliveries(?:\/dlv_[0-9A-Za-z]{24}|\?failed=yes)?)$/;

/** The page to show next, below the console's own address; undefined for any other. */
export const readNext = (path: string | undefined): string | undefined =>
  path !== undefined && nextPages.test(path) ? path : undefined;
