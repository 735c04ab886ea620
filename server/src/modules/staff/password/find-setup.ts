import type { Ctx } from '#context';
import { totpUri } from '#lib/tokens/totp';
import { totpAad } from './rules.ts';
import { findSetupRow } from './setup-store.ts';

export type SetupView = { readonly email: string; readonly secret: string; readonly uri: string };

/** Undefined for a link that is unknown, used or expired. */
export async function findSetup(ctx: Ctx, token: string): Promise<SetupView | undefined> {
  const setup = await findSetupRow(ctx.db, ctx.vault.fingerprints(token), ctx.clock.now());
  if (setup === undefined) return undefined;
  const secret = ctx.vault.decrypt(setup.sealed_totp, totpAad(setup.staff_id));
  return { email: setup.email, secret, uri: totpUri(secret, { issuer: 'Makewhole', account: setup.email }) };
}
