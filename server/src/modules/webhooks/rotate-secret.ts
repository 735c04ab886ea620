import type { Ctx } from '#context';
import { isOpen } from '#modules/switches';
import { addHours } from '#lib/dates';
import { lockNames, transact } from '#platform/db';
import { newStandardSecret } from './create-endpoint.ts';
import { overlapNotOpen, rotationRunning } from './errors.ts';
import { getEndpoint } from './get-endpoint.ts';
import { updatePromoted, updateSecret } from './partner-endpoint-store.ts';
import { secretRow } from './rules.ts';
import type { Endpoint } from './schemas.ts';

type Which = { readonly accountId: string; readonly id: string };

/** A new secret; for the overlap both verify, so that a receiver can change over in its own time (decision 128). */
export async function rotateSecret(
  ctx: Ctx,
  { accountId, id }: Which,
  overlapHours: number,
): Promise<Endpoint & { secret: string }> {
  const launched = await isOpen(ctx, 'partner_security_platform');
  if (overlapHours > 0 && !launched) throw overlapNotOpen();
  const secret = newStandardSecret();
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`webhooks/rotation/${id}`]);
    const endpoint = await getEndpoint(tx, accountId, id);
    if (endpoint.rotation !== null) throw rotationRunning();
    const now = tx.clock.now();
    updateSecret(tx.db, {
      id,
      sealedSecret: tx.vault.seal(secret, secretRow(id)),
      now,
      overlapEndsAt: overlapHours === 0 ? null : addHours(now, overlapHours),
    });
  });
  return { ...(await getEndpoint(ctx, accountId, id)), secret };
}

/** The overlap ends now: from the next attempt on only the new secret signs. */
export async function promoteSecret(ctx: Ctx, { accountId, id }: Which): Promise<Endpoint> {
  await getEndpoint(ctx, accountId, id);
  await transact(ctx, async (tx) => updatePromoted(tx.db, id, tx.clock.now()));
  return getEndpoint(ctx, accountId, id);
}
