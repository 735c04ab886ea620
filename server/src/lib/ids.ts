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
  | 'ses'
  | 'dsc'
  | 'chk'
  | 'hld'
  | 'cal'
  | 'inst'
  | 'key'
  | 'crd'
  | 'ref'
  | 'rvr'
  | 'enr'
  | 'lnt'
  | 'rdm'
  | 'stm'
  | 'rsy'
  | 'rcv'
  | 'doc'
  | 'snap';

/** Prefix, 8 characters that order by creation time, 16 random ones (95 bits). */
export function newId(prefix: IdPrefix, now: Date): string {
  return `${prefix}_${encodeBase62(now.getTime(), 8)}${randomIdTail()}`;
}

/** The random part, for ids whose time is known only later. */
export const randomIdTail = (): string => randomBase62(16);

/** The smallest id of that prefix which can have been made then: ids order by their time, so a range of time is one of ids. */
export const firstIdAt = (prefix: IdPrefix, time: Date): string =>
  `${prefix}_${encodeBase62(Math.min(Math.max(0, time.getTime()), lastTime), 8)}`;

/** What eight characters can hold, in the year 8888; a bound beyond it means "for ever". */
const lastTime = 62 ** 8 - 1;
