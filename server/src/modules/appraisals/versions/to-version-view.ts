import type { Ctx } from '#context';
import { stateOf, versionAad } from '../rules.ts';
import type { VersionView } from '../schemas.ts';
import type { Version } from '../store.ts';
import { findVersionUrl } from './find-version-url.ts';

export const toVersionView = (
  ctx: Pick<Ctx, 'vault' | 'config'>,
  version: Version,
  all: readonly Version[],
): VersionView => ({
  number: version.number,
  state: stateOf(version, all),
  value_cents: version.valueCents,
  snapshot_id: version.snapshotId,
  inputs_sha256: version.inputsHash.toString('hex'),
  url: findVersionUrl(ctx, version),
  reason: version.reason,
  released_by: version.releasedBy,
  released_at: version.releasedAt.toISOString(),
  withdrawn_at: version.withdrawnAt?.toISOString() ?? null,
  withdrawn_reason:
    version.encryptedWithdrawal === null
      ? null
      : ctx.vault.decrypt(version.encryptedWithdrawal, versionAad(version.id, 'withdrawal')),
});
