import { randomBytes } from 'node:crypto';
import type { Ctx } from '#context';
import { createEncryptedCookie } from '#platform/sign-in';
import { useChallenge } from '../store.ts';
import { challengeTtlS } from './rules.ts';

const challengeAad = 'portal.passkey-challenge';

type Asked = {
  /** A response to a challenge for one purpose is not valid for another. */
  readonly purpose: 'register' | 'sign-in' | 'fresh';
  /** Undefined while the user is unknown. */
  readonly userId: string | undefined;
};

/** Keeps the challenge until the browser responds, so only the browser that got it can respond. */
export const challengeCookie = createEncryptedCookie<Asked & { readonly challenge: string }>({
  cookie: '__Host-makewhole-passkey',
  aad: challengeAad,
  ttlS: challengeTtlS,
});

/** A challenge for one purpose, one user (if known) and the browser that gets the cookie. The server stores nothing. */
export function issueChallenge(
  ctx: Ctx,
  asked: Asked,
): { readonly challenge: Uint8Array<ArrayBuffer>; readonly cookie: string } {
  const challenge = new Uint8Array(randomBytes(32));
  const text = Buffer.from(challenge).toString('base64url');
  return { challenge, cookie: challengeCookie.write(ctx, { ...asked, challenge: text }) };
}

/**
 * The challenge that this browser got for this purpose and user; undefined if there is none. Taking it uses it up, even if the
 * response turns out to be invalid.
 */
export async function takeChallenge(
  ctx: Ctx,
  { purpose, userId, cookies }: Asked & { readonly cookies: string | undefined },
): Promise<string | undefined> {
  const asked = challengeCookie.read(ctx, cookies);
  if (asked?.purpose !== purpose || asked.userId !== userId) return undefined;
  const hash = ctx.vault.fingerprint(asked.challenge, 'token');
  return (await useChallenge(ctx.db, hash, new Date(asked.until))) ? asked.challenge : undefined;
}
