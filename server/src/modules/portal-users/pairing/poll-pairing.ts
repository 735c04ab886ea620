import { hash } from 'node:crypto';
import type { Ctx } from '#context';
import { addressBucket } from '#lib/network/address';
import { findInstitutionAccess } from '#modules/partners';
import { transact } from '#platform/db';
import { issueToken } from '../tokens/issue-token.ts';
import { lockUser } from '../user-store.ts';
import { pairingDenied, pairingNotFound } from './errors.ts';
import { pairedDays, pairedPermissions, pairingRoles, pollsPerAddress } from './rules.ts';
import type { Polled } from './schemas.ts';
import { findApprover, findAskedPairing, takePairing } from './store.ts';

type Asking = { readonly verifier: string; readonly address: string };

/** What became of a pairing, for whoever has its secret; after a yes the token, once. */
export async function pollPairing(ctx: Ctx, { verifier, address }: Asking): Promise<Polled> {
  await ctx.limits.consume(pollsPerAddress, addressBucket(address));
  const challenge = hash('sha256', verifier, 'buffer');
  const pairing = await findAskedPairing(ctx.db, challenge, ctx.clock.now());
  if (pairing === undefined) throw pairingNotFound();
  const { id, client, decided_at, user_id: userId, session_id: sessionId, institution_id: institutionId } = pairing;
  if (decided_at === null) return { status: 'pending' };
  if (userId === null || sessionId === null || institutionId === null) throw pairingDenied();

  const own = { ...ctx, db: ctx.db.seeing({ account: institutionId }) };
  const access = await findInstitutionAccess(own, institutionId);
  if (access === undefined || access.suspended) throw pairingDenied();
  return transact(own, async (tx) => {
    const now = tx.clock.now();
    // Sent in this order: whoever ends the approver's sessions comes before this, or finds the token.
    const [, approver] = await Promise.all([
      lockUser(tx.db, userId),
      findApprover(tx.db, { userId, sessionId, institutionId }, { roles: pairingRoles(), now }),
    ]);
    if (approver === undefined) throw pairingDenied();
    if ((await takePairing(tx.db, id, now)) === undefined) throw pairingNotFound();
    const input = {
      label: client,
      permissions: [...pairedPermissions],
      modes: ['test' as const],
      expires_in_days: pairedDays,
    };
    const { token, user, ...made } = await issueToken(tx, { institutionId, userId, sessionId, input });
    const { permissions, modes, expires_at } = made;
    const institution = { id: institutionId, name: access.name };
    return { status: 'approved', token: { id: made.id, token, permissions, modes, expires_at, user, institution } };
  });
}
