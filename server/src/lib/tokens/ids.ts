import { encodeBase62, randomBase62 } from './base62.ts';
import { taggedToken } from './tagged-token.ts';

/** Prefixes of D-002, and our own: messages, staff and their tokens, discounts, calls, refunds. */
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
  | 'rfd'
  | 'cal'
  | 'asg'
  | 'cse'
  | 'fct'
  | 'rpl'
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
  | 'snap'
  | 'clo'
  | 'pay'
  | 'apr'
  | 'apv'
  | 'rcr'
  | 'nte'
  | 'lns'
  | 'rcp'
  | 'akr'
  | 'akn'
  | 'lgh'
  | 'erj'
  | 'dev'
  | 'usr'
  | 'pse'
  | 'ptk'
  | 'pky'
  | 'pai'
  | 'ivt'
  | 'aur'
  | 'sup'
  | 'iss'
  | 'rst'
  | 'rff'
  | 'rsf'
  | 'cch'
  | 'acs';

/** Prefix, 8 characters that sort by creation time, 16 random ones (95 bits). */
export function newId(prefix: IdPrefix, now: Date): string {
  return `${prefix}_${encodeBase62(now.getTime(), 8)}${randomIdTail()}`;
}

/** The same for ids that a request uses without a bearer token; the random part begins with the tag of its cell. */
export function newTaggedId(prefix: IdPrefix, { cell, now }: { readonly cell: string; readonly now: Date }): string {
  return `${prefix}_${encodeBase62(now.getTime(), 8)}${taggedToken(cell, 16)}`;
}

/** The random part, for ids whose time is known only later. */
export const randomIdTail = (): string => randomBase62(16);

/** The smallest possible id of that prefix and time: ids sort by time, so a range of times is a range of ids. */
export const firstIdAt = (prefix: IdPrefix, time: Date): string =>
  `${prefix}_${encodeBase62(Math.min(Math.max(0, time.getTime()), lastTime), 8)}`;

/** The maximum of eight characters, in the year 8888; a later bound means "no limit". */
const lastTime = 62 ** 8 - 1;
