import { createHash } from 'node:crypto';
import { encodeBase62, randomBase62 } from './base62.ts';

/** The format of a cell's tag. */
export const cellPattern = /^[0-9A-Za-z]{2}$/;

/**
 * Four characters that only the rest of the token explains: a token that we never issued begins with any two characters,
 * and passes for one of another cell once in fifteen million.
 */
const checkLength = 4;
const headLength = 2 + checkLength;

/** In ids, the characters that sort by time stay in front. */
const fronts = /^(?:svc_agent_test_|svc_agent_|svc_poll_|svc_staff_|mwp_|gap_live_|gap_test_|crd_[0-9A-Za-z]{8})/;

/**
 * Random characters that begin with the tag of the issuing cell, so that a router knows where a request belongs without
 * a lookup. It is an address, not a permission: it grants nothing.
 */
export function taggedToken(cell: string, length: number): string {
  const secret = randomBase62(length - headLength);
  return `${cell}${checkOf(cell, secret)}${secret}`;
}

/** The cell that issued a key, token, link or credential id; undefined without a tag. */
export function cellOf(token: string): string | undefined {
  const tagged = token.replace(fronts, '');
  const cell = tagged.slice(0, 2);
  const isTagged = cellPattern.test(cell) && tagged.slice(2, headLength) === checkOf(cell, tagged.slice(headLength));
  return isTagged ? cell : undefined;
}

function checkOf(cell: string, secret: string): string {
  const hash = createHash('sha256').update(`cell ${cell} ${secret}`).digest();
  return encodeBase62(hash.readUInt32BE() % 62 ** checkLength, checkLength);
}
