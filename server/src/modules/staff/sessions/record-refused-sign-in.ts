import type { Ctx } from '#context';
import { addressNetwork } from '#lib/network/address';
import { addSeconds } from '#lib/time/dates';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { deviceFailuresMax } from '#platform/sign-in';
import { countDeviceFailure } from '../devices/store.ts';
import { countFailure, recordTry } from '../store.ts';
import { failureHourS } from './rules.ts';

type RefusedSignIn = {
  /** Undefined where nobody has the address that was typed. */
  readonly staffId?: string | undefined;
  /** On a device that is known. */
  readonly deviceId?: string | undefined;
  readonly address: string;
  readonly reason: 'password' | 'oidc' | 'demo link';
};

/**
 * Counts a refused sign-in for its account, hour and network; nothing of what was typed is kept. The audit trail has the
 * first of an account in an hour, so that strangers cannot make it grow as they like.
 */
export async function recordRefusedSignIn(ctx: Ctx, { staffId, deviceId, address, reason }: RefusedSignIn) {
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const network = staffId === undefined ? '' : addressNetwork(address);
    if (deviceId !== undefined) countDeviceFailure(tx.db, deviceId, deviceFailuresMax);
    countFailure(tx.db, {
      staffId: staffId ?? '',
      hour: new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000),
      network: tx.vault.fingerprint(`failures/network/${network}`),
      now,
    });
    const isFirst = await recordTry(tx.db, {
      subject: tx.vault.fingerprints(`tries/first-refusal/${reason}/${staffId ?? ''}`),
      now,
      since: addSeconds(now, -failureHourS),
      max: 1,
    });
    if (isFirst) await recordEntry(tx, { kind: 'refused', operation: 'access.sign-in', subjectId: staffId, reason });
  });
}
