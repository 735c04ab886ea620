import type { Ctx } from '#context';
import { passkeyRefused } from '../errors.ts';
import { createPortalSession, type NewPortalSession } from '../sessions/create-portal-session.ts';
import { stopResetAtSignIn } from '../stop-reset-at-sign-in.ts';
import type { ShownCredential } from './schemas.ts';
import { takeChallenge } from './take-challenge.ts';
import { verifyShownPasskey } from './verify-shown-passkey.ts';

type PasskeySignIn = { readonly credential: ShownCredential; readonly cookies: string | undefined };

/** The device and what unlocks it are two factors, shown just now: it counts as a fresh code too. */
export async function signInWithPasskey(ctx: Ctx, { credential, cookies }: PasskeySignIn): Promise<NewPortalSession> {
  const challenge = await takeChallenge(ctx, { purpose: 'sign-in', userId: undefined, cookies });
  if (challenge === undefined) throw passkeyRefused();
  const session = await verifyShownPasskey(ctx, { challenge, credential }, async (tx, { userId }) => {
    await stopResetAtSignIn(tx, userId);
    return createPortalSession(tx, { userId, method: 'passkey', fresh: true });
  });
  if (session === undefined) throw passkeyRefused();
  return session;
}
