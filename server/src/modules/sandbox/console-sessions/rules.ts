import type { Limit } from '#platform/limits';

/**
 * A key cannot be guessed, so this limit only bounds our cost. It applies per address, or IPv6 /64, and per mode, so that many tries in the
 * sandbox do not block the live console.
 */
export const triesPerAddress: Limit = {
  name: 'agent_console_tries',
  points: 20,
  windowS: 15 * 60,
  whenStoreIsGone: 'refuse',
};

/** By the mode that the key names, whether it is valid or not. */
export const triesKey = (key: string, bucket: string): string =>
  `${key.startsWith('svc_agent_test_') ? 'sandbox' : 'live'}:${bucket}`;

/** Pages that may follow a sign-in: only existing ones, with no part of the address that an attacker could have made up. */
const nextPages =
  /^\/(?:webhook|intakes(?:\/int_[0-9A-Za-z]{24})?|mailbox(?:\/msg_[0-9A-Za-z]{24})?|deliveries(?:\/dlv_[0-9A-Za-z]{24}|\?failed=yes)?)$/;

/** The page to show next, below the console's own address, or undefined for any other address. */
export const readNext = (path: string | undefined): string | undefined =>
  path !== undefined && nextPages.test(path) ? path : undefined;
