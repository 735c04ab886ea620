import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { lockNames } from '#platform/db';
import { putAbandoned, tooManyDocuments } from '../errors.ts';
import { deletePut, abandonPut } from './put-store.ts';
import type { ReceivedReport } from './receive-report.ts';
import { documentsMax } from '../rules.ts';
import type { Difference } from '../schemas.ts';
import { countOf, findBySha, insertDocument, restoreFile, updateFileStays } from './document-store.ts';

type StoreDocument = {
  readonly intakeId: string;
  readonly received: ReceivedReport;
  readonly differences: readonly Difference[];
  /** Stored for good at once, because the team has it from the customer. */
  readonly stays?: boolean;
};

type StoredDocument = { readonly id: string; readonly isNew: boolean };

/**
 * Stores a document of an intake. The same file again gives the first document, which gets its file back if that was
 * removed; one too many is refused.
 */
export async function storeDocument(
  tx: Tx,
  { intakeId, received, differences, stays = false }: StoreDocument,
): Promise<StoredDocument> {
  // One at a time for an intake, or two could both become its tenth.
  lockNames(tx.db, [`documents/${intakeId}`]);
  const { sha256, objectKey } = received;
  const [same, count] = await Promise.all([findBySha(tx.db, intakeId, sha256), countOf(tx.db, intakeId)]);
  if (same?.fileRemovedAt) {
    if ((await deletePut(tx.db, objectKey)) === undefined) throw putAbandoned();
    restoreFile(tx.db, { id: same.id, objectKey, now: tx.clock.now() });
    return { id: same.id, isNew: false };
  }
  if (same !== undefined) {
    if (same.objectKey !== objectKey) abandonPut(tx.db, objectKey);
    return { id: same.id, isNew: false };
  }
  if (count >= documentsMax) throw tooManyDocuments(documentsMax);
  // Without the row of the put its object may be removed, and a document must never name a missing object.
  if ((await deletePut(tx.db, objectKey)) === undefined) throw putAbandoned();
  const createdAt = tx.clock.now();
  const id = newId('doc', createdAt);
  insertDocument(tx.db, { id, intakeId, ...received, differences, createdAt });
  if (stays) updateFileStays(tx.db, id);
  return { id, isNew: true };
}
