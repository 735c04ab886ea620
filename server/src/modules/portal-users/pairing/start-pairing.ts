import type { Ctx } from '#context';
import { addressBucket } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { stripControls } from '#modules/customers';
import { transact } from '#platform/db';
import { challengeUsed } from './errors.ts';
import { newCode, pairingTtlS, pollEveryS, showCode, startsPerAddress } from './rules.ts';
import type { NewPairing, StartedPairing } from './schemas.ts';
import { insertPairing } from './store.ts';

/** Begins to pair a command line: a code to be typed in the portal within ten minutes. Nothing is granted by it. */
export async function startPairing(ctx: Ctx, asked: NewPairing, address: string): Promise<StartedPairing> {
  await ctx.limits.consume(startsPerAddress, addressBucket(address));
  const now = ctx.clock.now();
  const code = newCode();
  const expiresAt = addSeconds(now, pairingTtlS);
  await transact(ctx, async (tx) => {
    const inserted = await insertPairing(tx.db, {
      id: newId('pai', now),
      codeHash: tx.vault.fingerprint(code, 'token'),
      challenge: Buffer.from(asked.challenge, 'base64url'),
      client: stripControls(asked.client).trim() || 'unnamed',
      address,
      now,
      expiresAt,
    });
    if (inserted === undefined) throw challengeUsed();
  });
  return {
    object: 'portal.pairing',
    code: showCode(code),
    page: `${ctx.config.publicBaseUrl}/portal/pair`,
    expires_at: expiresAt.toISOString(),
    poll_every_s: pollEveryS,
  };
}
