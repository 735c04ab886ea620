import { randomBytes } from 'node:crypto';
import type { Ctx } from '#context';
import { writeHostCookie } from '#lib/network/cookies';
import { challengeAad, challengeCookie, challengeTtlS, type ChallengePurpose } from './rules.ts';

type Asked = { readonly purpose: ChallengePurpose; readonly userId: string | undefined };

/** What is sealed for the browser that is asked. */
export type AskedChallenge = Asked & { readonly challenge: string; readonly until: number };

/** A challenge for one purpose, one user if they are known, and the browser that gets the cookie. Nothing is stored. */
export function issueChallenge(
  ctx: Ctx,
  asked: Asked,
): { readonly challenge: Uint8Array<ArrayBuffer>; cookie: string } {
  const challenge = new Uint8Array(randomBytes(32));
  const content: AskedChallenge = {
    ...asked,
    challenge: Buffer.from(challenge).toString('base64url'),
    until: ctx.clock.now().getTime() + challengeTtlS * 1000,
  };
  const value = ctx.vault.encrypt(JSON.stringify(content), challengeAad, 'link').toString('base64url');
  return { challenge, cookie: writeHostCookie(challengeCookie, value, challengeTtlS) };
}
