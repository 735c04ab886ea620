import type { Ctx } from '#context';
import { encodeQr, qrSvgPath } from '#lib/text/qr-code';
import { totpUri } from '#lib/tokens/totp';
import { totpAad } from './rules.ts';
import { findSetupRow } from './setup-store.ts';

export type SetupView = {
  readonly email: string;
  readonly secret: string;
  readonly uri: string;
  /** The address as a QR code; undefined when it is too long for one. */
  readonly qr: { readonly size: number; readonly path: string } | undefined;
};

/** Undefined for a link that is unknown, used or expired. */
export async function findSetup(ctx: Ctx, token: string): Promise<SetupView | undefined> {
  const setup = await findSetupRow(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now());
  if (setup === undefined) return undefined;
  const secret = ctx.vault.decrypt(setup.sealed_totp, totpAad(setup.staff_id));
  const uri = totpUri(secret, { issuer: 'Makewhole', account: setup.email });
  const grid = encodeQr(uri);
  return { email: setup.email, secret, uri, qr: grid && qrSvgPath(grid) };
}
