import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { isEnabled } from '#modules/feature-flags';
import { lockNames, transact } from '#platform/db';
import { createStandardSecret } from './create-standard-secret.ts';
import { overlapNotEnabled, rotationRunning } from '../errors.ts';
import { getEndpoint } from './get-endpoint.ts';
import { updateSecret } from './store.ts';
import { secretAad, type EndpointKey } from '../rules.ts';
import type { Endpoint } from './schemas.ts';

/** Creates a new secret; both verify during the overlap, so that a receiver can switch in its own time (D-128). */
export async function rotateSecret(
  ctx: Ctx,
  key: EndpointKey,
  overlapHours: number,
): Promise<Endpoint & { secret: string }> {
  const launched = await isEnabled(ctx, 'partner_security_platform');
  if (overlapHours > 0 && !launched) throw overlapNotEnabled();
  const secret = createStandardSecret();
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/rotation/${key.id}`]);
    const endpoint = await getEndpoint(tx, key);
    if (endpoint.rotation !== null) throw rotationRunning();
    const now = tx.clock.now();
    updateSecret(tx.db, key, {
      encryptedSecret: tx.vault.encrypt(secret, secretAad(key.id)),
      now,
      overlapEndsAt: overlapHours === 0 ? null : addHours(now, overlapHours),
    });
  });
  return { ...(await getEndpoint(ctx, key)), secret };
}
