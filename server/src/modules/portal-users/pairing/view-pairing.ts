import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { codeNotFound } from './errors.ts';
import { codesPerUser, pairedDays, pairedPermissions, readCode } from './rules.ts';
import type { PairingView } from './schemas.ts';
import { findOpenPairing } from './store.ts';

type Typed = { readonly code: string; readonly address: string };

/** What asks, from where, and for what: shown before anybody says yes. */
export async function viewPairing(ctx: Ctx, { code: typed, address: here }: Typed): Promise<PairingView> {
  const { userId } = requirePortalUser(ctx.actor);
  await ctx.limits.consume(codesPerUser, userId);
  const code = readCode(typed);
  const pairing = code && (await findOpenPairing(ctx.db, ctx.vault.fingerprints(code, 'token'), ctx.clock.now()));
  if (!pairing) throw codeNotFound();
  const { client, address, created_at, expires_at } = pairing;
  return {
    client,
    address,
    same_address: address === here,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    permissions: [...pairedPermissions],
    days: pairedDays,
  };
}
