import { randomBytes } from 'node:crypto';
import type { Ctx } from '#context';
import { createEncryptedCookie } from '#platform/sign-in';
import { useChallenge } from '../store.ts';
import { challengeTtlS } from './rules.ts';

const challengeAad = 'portal.passkey-challenge';

type Asked = {
  /** An answer to a challenge for one purpose is none to another. */
  readonly purpose: 'register' | 'sign-in' | 'fresh';
  /** Undefined where they are not known yet. */
  readonly userId: string | undefined;
};

/** The challenge until the browser answers it; so an answer counts only from the browser that asked. */
export const challengeCookie = createEncryptedCookie<Asked & { readonly challenge: string }>({
  cookie: '__Host-makewhole-passkey',
  aad: challengeAad,
  ttlS: challengeTtlS,
});

/** A challenge for one purpose, one user if they are known, and the browser that gets the cookie. Nothing is stored. */
export function issueChallenge(
  ctx: Ctx,
  asked: Asked,
): { readonly challenge: Uint8Array<ArrayBuffer>; readonly cookie: string } {
  const challenge = new Uint8Array(randomBytes(32));
  const text = Buffer.from(challenge).toString('base64url');
  return { challenge, cookie: challengeCookie.write(ctx, { ...asked, challenge: text }) };
}

/**
 * The challenge that this browser was asked, for this purpose and user; undefined when there is none. It is used up by
 * taking it, whatever the answer is worth.
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
