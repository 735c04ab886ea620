import type { Ctx } from '#context';
import { addressBucket } from '#lib/network/address';
import { writeHostCookie } from '#lib/network/cookies';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { actAsAgent, authenticateAnyAgent } from '#modules/agent-keys';
import { transact } from '#platform/db';
import { consoleCookie, sessionTtlS, triesKey, triesPerAddress } from './rules.ts';
import { insertSession } from './store.ts';

type SignIn = { readonly key: string; readonly address: string };

/** The cookie of a new session; undefined for a key that is not valid, whatever the reason. Every try is counted. */
export async function signInWithKey(ctx: Ctx, { key: typed, address }: SignIn): Promise<string | undefined> {
  const key = typed.trim();
  await ctx.limits.consume(triesPerAddress, triesKey(key, addressBucket(address)));
  const agent = await authenticateAnyAgent(ctx, `Bearer ${key}`, address);
  if (agent === undefined) return undefined;
  const token = taggedToken(ctx.config.cell, 43);
  await transact(actAsAgent(ctx, agent), async (tx) => {
    const now = tx.clock.now();
    insertSession(tx.db, {
      id: newId('acs', now),
      token_hash: tx.vault.fingerprint(token, 'token'),
      key_id: agent.keyId,
      created_at: now,
      last_seen_at: now,
      expires_at: addSeconds(now, sessionTtlS),
    });
  });
  return writeHostCookie(consoleCookie, token, sessionTtlS);
}
