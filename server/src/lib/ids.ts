import { encodeBase62, randomBase62 } from './base62.ts';

/** Prefixes of decision 2, and our own: messages, staff and their tokens, discounts, calls. */
export type IdPrefix =
  | 'int'
  | 'reg'
  | 'agt'
  | 'akey'
  | 'con'
  | 'evt'
  | 'dlv'
  | 'whe'
  | 'req'
  | 'msg'
  | 'stf'
  | 'stk'
  | 'dsc'
  | 'cal'
  | 'inst'
  | 'rcv';

/** Prefix, 8 characters that order by creation time, 16 random ones (95 bits). */
export function newId(prefix: IdPrefix, now: Date): string {
  return `${prefix}_${encodeBase62(now.getTime(), 8)}${randomBase62(16)}`;
}
