import type { Ctx } from '#context';
import { readCookie } from '#lib/network/cookies';
import { useChallenge } from '../store.ts';
import type { AskedChallenge } from './issue-challenge.ts';
import { challengeAad, challengeCookie, type ChallengePurpose } from './rules.ts';

type Answered = {
  readonly purpose: ChallengePurpose;
  readonly userId: string | undefined;
  readonly cookies: string | undefined;
};

/**
 * The challenge that this browser was asked, for this purpose and user; undefined when there is none. It is used up by
 * taking it, whatever the answer is worth.
 */
export async function takeChallenge(ctx: Ctx, { purpose, userId, cookies }: Answered): Promise<string | undefined> {
  const asked = readAsked(ctx, readCookie(cookies, challengeCookie));
  if (asked === undefined || asked.until <= ctx.clock.now().getTime()) return undefined;
  if (asked.purpose !== purpose || asked.userId !== userId) return undefined;
  const hash = ctx.vault.fingerprint(asked.challenge, 'token');
  return (await useChallenge(ctx.db, hash, new Date(asked.until))) ? asked.challenge : undefined;
}

function readAsked(ctx: Ctx, value: string | undefined): AskedChallenge | undefined {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(ctx.vault.decrypt(Buffer.from(value, 'base64url'), challengeAad, 'link')) as AskedChallenge;
  } catch {
    return undefined;
  }
}
