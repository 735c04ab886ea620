import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { stripControls } from '#modules/customers';
import { transact } from '#platform/db';
import { alreadyWithdrawn, versionNotFound } from '../errors.ts';
import { dayIn, findCurrent, hashOf, stateOf, toText, versionAad } from '../rules.ts';
import type { AppraisalInputs, ReleaseReason, VersionView } from '../schemas.ts';
import { insertVersion, listVersions, lockAppraisal, updateWithdrawn, type Appraisal, type Version } from '../store.ts';
import { appraisalUrl } from './link-rules.ts';

type NewVersion = {
  readonly appraisal: Appraisal;
  readonly number: number;
  readonly draft: AppraisalInputs;
  readonly reason: ReleaseReason | undefined;
  readonly by: string;
};

/** Stores the draft unchanged, numbered, dated and signed, with its own address; returns its id and that address. */
export function createVersion(tx: Tx, version: NewVersion): { readonly id: string; readonly token: string } {
  const { appraisal, number, draft, reason, by } = version;
  const now = tx.clock.now();
  const id = newId('apv', now);
  const token = taggedToken(tx.config.cell, 32);
  const text = toText({ ...draft, version: number, signed_on: dayIn(tx.config.teamTimeZone, now) });
  insertVersion(tx.db, {
    id,
    appraisal_id: appraisal.id,
    number,
    revision: appraisal.revision,
    snapshot_id: draft.snapshot.id,
    value_cents: draft.value_cents,
    encrypted_inputs: tx.vault.encrypt(text, versionAad(id, 'inputs')),
    inputs_hash: hashOf(text),
    token_hash: tx.vault.fingerprint(token, 'token'),
    encrypted_token: tx.vault.encrypt(token, versionAad(id, 'token')),
    reason: reason ?? null,
    released_by: by,
    released_at: now,
  });
  return { id, token };
}

/** The current version of a case's appraisal with the address of its page; undefined while there is none. */
export type CurrentVersion = { readonly number: number; readonly url: string; readonly releasedAt: Date };

export async function findCurrentVersion(ctx: Ctx, consultationId: string): Promise<CurrentVersion | undefined> {
  const current = findCurrent(await listVersions(ctx.db, consultationId));
  return current && { number: current.number, url: findVersionUrl(ctx, current), releasedAt: current.releasedAt };
}

/** The address of a version's page. */
export const findVersionUrl = (
  { vault, config }: Pick<Ctx, 'vault' | 'config'>,
  { id, encryptedToken }: Pick<Version, 'id' | 'encryptedToken'>,
): string => appraisalUrl(config, vault.decrypt(encryptedToken, versionAad(id, 'token')));

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

type WithdrawVersion = { readonly consultationId: string; readonly number: number; readonly reason: string };

/** Withdraws a version permanently: its page says so and leads to the current one. Money is not touched. */
export async function withdrawVersion(ctx: Ctx, { consultationId, number, reason }: WithdrawVersion): Promise<void> {
  const { staffId: by } = requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    await lockAppraisal(tx.db, consultationId);
    const version = (await listVersions(tx.db, consultationId)).find((one) => one.number === number);
    if (version === undefined) throw versionNotFound();
    if (version.withdrawnAt !== undefined) throw alreadyWithdrawn();
    const words = stripControls(reason).trim();
    const encryptedReason = tx.vault.encrypt(words, versionAad(version.id, 'withdrawal'));
    updateWithdrawn(tx.db, { id: version.id, now: tx.clock.now(), by, encryptedReason });
  });
}
