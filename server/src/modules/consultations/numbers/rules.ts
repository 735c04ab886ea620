import { isDialable } from '#lib/calling/dialable';
import { normalizePhone } from '#lib/text/phone';
import type { Config } from '#platform/config';
import type { LinkRow } from './store.ts';

/** Numbers that one customer may give for one case, those included that cannot be used. */
export const numbersMax = 3;

/**
 * The customer's page that asks for a number. The token is their credential: never logged, stored only as a
 * fingerprint.
 */
export const numberUrl = (config: Config, token: string): string => `${config.publicBaseUrl}/c/number/${token}`;

/** How a message refers to the link that it carries. */
export const linkVersion = (hash: Buffer): string => hash.toString('hex');

/** `known`: there is a number, and the consultation was given; nobody has to call. */
export type NumberState = 'unknown' | 'asking' | 'given' | 'known' | 'over' | 'stopped';

/** Why nothing more is asked is not said, but for a stop: whoever asked for it must not read that we call. */
export function decideNumberState(row: LinkRow | undefined): NumberState {
  if (row === undefined) return 'unknown';
  if (row.spared_at !== null) return 'stopped';
  if (!row.open) return 'over';
  if (row.declined) return 'stopped';
  if (row.has_number) return row.delivered ? 'known' : 'given';
  return row.numbers_given < numbersMax ? 'asking' : 'over';
}

/** A number that may be dialed, or undefined. */
export function readNumber(text: string): string | undefined {
  const phone = normalizePhone(text.trim());
  return phone !== undefined && isDialable(phone) ? phone : undefined;
}
