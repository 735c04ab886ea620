import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import type { ReleaseReason } from './schemas.ts';

/** An appraisal with its draft; the contents stay encrypted until they are needed. */
export type Appraisal = {
  readonly id: string;
  readonly consultationId: string;
  readonly revision: number;
  readonly encryptedDraft: Buffer | undefined;
  readonly draftAt: Date | undefined;
};

export type Version = {
  readonly id: string;
  readonly appraisalId: string;
  readonly consultationId: string;
  readonly number: number;
  readonly revision: number;
  readonly snapshotId: string;
  readonly valueCents: number;
  readonly encryptedInputs: Buffer;
  readonly inputsHash: Buffer;
  readonly encryptedToken: Buffer;
  readonly reason: ReleaseReason | null;
  readonly releasedBy: string;
  readonly releasedAt: Date;
  readonly withdrawnAt: Date | undefined;
  /** The reason for the withdrawal. */
  readonly encryptedWithdrawal: Buffer | null;
};

type AppraisalRow = {
  id: string;
  consultation_id: string;
  revision: number;
  encrypted_draft: Buffer | null;
  draft_at: Date | null;
};

const toAppraisal = (row: AppraisalRow | undefined): Appraisal | undefined =>
  row && {
    id: row.id,
    consultationId: row.consultation_id,
    revision: row.revision,
    encryptedDraft: row.encrypted_draft ?? undefined,
    draftAt: row.draft_at ?? undefined,
  };

const insertOnce = prepared<[id: string, consultationId: string, now: Date], never>(
  'appraisals.insert',
  `insert into appraisals.appraisals (id, consultation_id, created_at) values ($1, $2, $3)
   on conflict (consultation_id) do nothing`,
);

/** A consultation has one appraisal; an existing one stays. */
export function insertAppraisal(db: TxDb, row: { id: string; consultationId: string; now: Date }): void {
  db.write(insertOnce(row.id, row.consultationId, row.now));
}

const columns = 'id, consultation_id, revision, encrypted_draft, draft_at';

const byConsultation = prepared<[consultationId: string], AppraisalRow>(
  'appraisals.find',
  `select ${columns} from appraisals.appraisals where consultation_id = $1`,
);
const locked = prepared<[consultationId: string], AppraisalRow>(
  'appraisals.lock',
  `select ${columns} from appraisals.appraisals where consultation_id = $1 for update`,
);

export const findAppraisal = async (db: Db, consultationId: string) =>
  toAppraisal(await db.find(byConsultation(consultationId)));

/** The lock lasts until the transaction ends; it comes after that of the consultation and before those of its holds. */
export const lockAppraisal = async (db: TxDb, consultationId: string) =>
  toAppraisal(await db.find(locked(consultationId)));

const setDraft = prepared<[id: string, draft: Buffer | null, by: string, now: Date], never>(
  'appraisals.set-draft',
  `update appraisals.appraisals set encrypted_draft = $2, draft_by = $3, draft_at = $4, revision = revision + 1 where id = $1`,
);

export function updateDraft(db: TxDb, row: { id: string; draft: Buffer; by: string; now: Date }): void {
  db.write(setDraft(row.id, row.draft, row.by, row.now));
}

const endDraft = prepared<[id: string], never>(
  'appraisals.end-draft',
  'update appraisals.appraisals set encrypted_draft = null where id = $1',
);

/** The revision stays, because it identifies what was released. */
export function deleteDraft(db: TxDb, id: string): void {
  db.write(endDraft(id));
}

const insertRow = preparedInsert('appraisals.versions', [
  'id',
  'appraisal_id',
  'number',
  'revision',
  'snapshot_id',
  'value_cents',
  'encrypted_inputs',
  'inputs_hash',
  'token_hash',
  'encrypted_token',
  'reason',
  'released_by',
  'released_at',
]);

export function insertVersion(db: TxDb, row: Parameters<typeof insertRow>[0]): void {
  db.write(insertRow(row));
}

type VersionRow = {
  id: string;
  appraisal_id: string;
  consultation_id: string;
  number: number;
  revision: number;
  snapshot_id: string;
  value_cents: number;
  encrypted_inputs: Buffer;
  inputs_hash: Buffer;
  encrypted_token: Buffer;
  reason: ReleaseReason | null;
  released_by: string;
  released_at: Date;
  withdrawn_at: Date | null;
  encrypted_withdrawal: Buffer | null;
};

const toVersion = (row: VersionRow): Version => ({
  id: row.id,
  appraisalId: row.appraisal_id,
  consultationId: row.consultation_id,
  number: row.number,
  revision: row.revision,
  snapshotId: row.snapshot_id,
  valueCents: row.value_cents,
  encryptedInputs: row.encrypted_inputs,
  inputsHash: row.inputs_hash,
  encryptedToken: row.encrypted_token,
  reason: row.reason,
  releasedBy: row.released_by,
  releasedAt: row.released_at,
  withdrawnAt: row.withdrawn_at ?? undefined,
  encryptedWithdrawal: row.encrypted_withdrawal,
});

const selected = `select v.id, appraisal_id, consultation_id, number, v.revision, snapshot_id, value_cents, encrypted_inputs,
    inputs_hash, encrypted_token, reason, released_by, released_at, withdrawn_at, encrypted_withdrawal
  from appraisals.versions v join appraisals.appraisals a on a.id = v.appraisal_id`;

const ofConsultation = prepared<[consultationId: string], VersionRow>(
  'appraisals.list-versions',
  `${selected} where a.consultation_id = $1 order by number desc limit 100`,
);
const byToken = prepared<[hashes: Buffer[]], VersionRow>(
  'appraisals.find-by-token',
  `${selected} where v.token_hash = any($1::bytea[])`,
);

/** Newest first; no case has a hundred. */
export const listVersions = async (db: Db, consultationId: string): Promise<Version[]> =>
  (await db.many(ofConsultation(consultationId))).map(toVersion);

export async function findVersionByToken(db: Db, hashes: Buffer[]): Promise<Version | undefined> {
  const row = await db.find(byToken(hashes));
  return row && toVersion(row);
}

const withdraw = prepared<[id: string, now: Date, by: string, reason: Buffer], never>(
  'appraisals.withdraw',
  `update appraisals.versions set withdrawn_at = $2, withdrawn_by = $3, encrypted_withdrawal = $4
   where id = $1 and withdrawn_at is null`,
);

export function updateWithdrawn(db: TxDb, row: { id: string; now: Date; by: string; encryptedReason: Buffer }): void {
  db.write(withdraw(row.id, row.now, row.by, row.encryptedReason));
}
