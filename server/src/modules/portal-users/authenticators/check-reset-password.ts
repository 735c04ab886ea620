import type { Ctx } from '#context';
import { passwordLanes, verifyPassword } from '#platform/sign-in';
import type { PendingAuthenticatorReset } from '../authenticator-store.ts';
import { signInCrowded, tooManyTries } from '../sign-in-errors.ts';
import { recordCodeTry } from '../try-store.ts';
import { passwordRefused, resetWaits } from './errors.ts';

/**
 * A mailbox alone opens nothing: the password is asked for, with twenty tries a day for each user. Returns the tries, to be
 * forgotten when all is right.
 */
export async function checkResetPassword(
  ctx: Ctx,
  { user_id: userId, opens_at: opensAt, password_hash: stored }: PendingAuthenticatorReset,
  password: string,
): Promise<readonly Buffer[]> {
  if (opensAt > ctx.clock.now()) throw resetWaits(opensAt);
  const lane = { lane: 'known', client: userId, refuse: signInCrowded } as const;
  return passwordLanes.enter(lane, async (turn) => {
    const tries = await recordCodeTry(ctx, `authenticator/${userId}`);
    if (tries === undefined) throw tooManyTries();
    if (!(await verifyPassword(password, { stored, turn }))) throw passwordRefused();
    return tries;
  });
}
