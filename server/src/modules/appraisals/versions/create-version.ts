import type { Tx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newId } from '#lib/tokens/ids';
import { dayIn, hashOf, toText, versionAad } from '../rules.ts';
import type { AppraisalInputs, ReleaseReason } from '../schemas.ts';
import { insertVersion, type Appraisal } from '../store.ts';

type NewVersion = {
  readonly appraisal: Appraisal;
  readonly number: number;
  readonly draft: AppraisalInputs;
  readonly reason: ReleaseReason | undefined;
  readonly by: string;
};

/** Stores the draft as it is, numbered, dated and signed, with an address of its own; returns its id and that address. */
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
    sealed_inputs: tx.vault.encrypt(text, versionAad(id, 'inputs')),
    inputs_hash: hashOf(text),
    token_hash: tx.vault.fingerprint(token, 'token'),
    sealed_token: tx.vault.encrypt(token, versionAad(id, 'token')),
    reason: reason ?? null,
    released_by: by,
    released_at: now,
  });
  return { id, token };
}
