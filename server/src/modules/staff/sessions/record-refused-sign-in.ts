import type { Ctx } from '#context';
import { addressNetwork } from '#lib/network/address';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { deviceFailuresMax } from '#platform/sign-in';
import { realm } from '../realm.ts';
import { countFailure } from '../store.ts';

type RefusedSignIn = {
  /** Undefined when no account has the typed address. */
  readonly staffId?: string | undefined;
  /** The known device, if it was one. */
  readonly deviceId?: string | undefined;
  readonly address: string;
  readonly reason: 'password' | 'oidc' | 'demo link';
};

/**
 * Counts a refused sign-in for its account, hour and network, without keeping anything the client typed. The audit trail records only an
 * account's first one per hour, so that an attacker cannot make it grow.
 */
export async function recordRefusedSignIn(ctx: Ctx, { staffId, deviceId, address, reason }: RefusedSignIn) {
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const network = staffId === undefined ? '' : addressNetwork(address);
    if (deviceId !== undefined) realm.countDeviceFailure(tx.db, deviceId, deviceFailuresMax);
    countFailure(tx.db, {
      staffId: staffId ?? '',
      hour: new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000),
      network: tx.vault.fingerprint(`failures/network/${network}`),
      now,
    });
    if (await realm.isFirstRefusal(tx, `${reason}/${staffId ?? ''}`))
      await recordEntry(tx, { kind: 'refused', operation: 'access.sign-in', subjectId: staffId, reason });
  });
}
