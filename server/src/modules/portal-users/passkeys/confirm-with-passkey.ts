import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { passkeyRefused } from '../errors.ts';
import { freshS } from '../sessions/rules.ts';
import type { ShownCredential } from './schemas.ts';
import { refreshSession } from '../sessions/store.ts';

import { takeChallenge } from './take-challenge.ts';
import { verifyShownPasskey } from './verify-shown-passkey.ts';

type Confirmed = { readonly credential: ShownCredential; readonly cookies: string | undefined };

/** Instead of a code: a passkey of the same user makes the session fresh. Until when is returned. */
export async function confirmWithPasskey(
  ctx: Ctx,
  { credential, cookies }: Confirmed,
): Promise<{ fresh_until: string }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  const challenge = await takeChallenge(ctx, { purpose: 'fresh', userId, cookies });
  if (challenge === undefined) throw passkeyRefused();
  const until = addSeconds(ctx.clock.now(), freshS);
  const done = await verifyShownPasskey(ctx, { challenge, credential }, async (tx, shown) =>
    shown.userId === userId ? refreshSession(tx.db, credentialId, { userId, until }) : undefined,
  );
  if (done === undefined) throw passkeyRefused();
  return { fresh_until: until.toISOString() };
}
