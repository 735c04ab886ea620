import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { lockNames, type Db } from '#platform/db';
import { putGivenUp, tooManyDocuments } from './errors.ts';
import { deletePut, giveUpPut } from './put-store.ts';
import type { ReceivedReport } from './receive-report.ts';
import { documentsMax } from './rules.ts';
import type { Difference, ReportReading } from './schemas.ts';
import { countOf, findBySha, insertDocument } from './store.ts';

export type KeepDocument = {
  readonly intakeId: string;
  readonly received: ReceivedReport;
  readonly differences: readonly Difference[];
};

export type KeptDocument = { readonly id: string; readonly isNew: boolean };

/** Notes that an intake has this document. The same file again is the first one; one too many is refused. */
export async function keepDocument(tx: Tx, { intakeId, received, differences }: KeepDocument): Promise<KeptDocument> {
  // One at a time for an intake, or two could both be its tenth.
  lockNames(tx.db, [`documents/${intakeId}`]);
  const { sha256, objectKey } = received;
  const [same, count] = await Promise.all([findBySha(tx.db, intakeId, sha256), countOf(tx.db, intakeId)]);
  if (same !== undefined) {
    if (same.objectKey !== objectKey) giveUpPut(tx.db, objectKey);
    return { id: same.id, isNew: false };
  }
  if (count >= documentsMax) throw tooManyDocuments(documentsMax);
  // Without its row the object may be gone, and a document never names what is not there.
  if ((await deletePut(tx.db, objectKey)) === undefined) throw putGivenUp();
  const createdAt = tx.clock.now();
  const id = newId('doc', createdAt);
  insertDocument(tx.db, { id, intakeId, ...received, differences, createdAt });
  return { id, isNew: true };
}

type Reading = { readonly db: Db };

export const countDocuments = ({ db }: Reading, intakeId: string): Promise<number> => countOf(db, intakeId);

/** What was read out of these bytes, when the intake has them as a document: they need not be read again. */
export async function findReadingBySha(
  { db }: Reading,
  intakeId: string,
  sha256: string,
): Promise<ReportReading | undefined> {
  return (await findBySha(db, intakeId, sha256))?.reading;
}

/** Refuses an eleventh document before anything is done about it. */
export async function requireRoom(reading: Reading, intakeId: string): Promise<void> {
  if ((await countDocuments(reading, intakeId)) >= documentsMax) throw tooManyDocuments(documentsMax);
}
