import type { Ctx, Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { lockNames } from '#platform/db';
import { putAbandoned, tooManyDocuments } from '../errors.ts';
import { documentsMax, reviewBefore } from '../rules.ts';
import type { Difference } from '../schemas.ts';
import {
  countOf,
  findBySha,
  insertDocument,
  listKeysAfter,
  listToReview,
  restoreFile,
  updateFileStays,
} from './store.ts';
import { abandonPut, claimOrphans, deletePut, deleteRemovedPut, listPuts } from './put-store.ts';
import type { ReceivedReport } from './uploads.ts';

type StoreDocument = {
  readonly intakeId: string;
  readonly received: ReceivedReport;
  readonly differences: readonly Difference[];
  /** Kept permanently from the start, because the team has it from the customer. */
  readonly stays?: boolean;
};

type StoredDocument = { readonly id: string; readonly isNew: boolean };

/**
 * Stores a document of an intake. The same file again returns the first document, which gets its file back if that
 * was removed; one too many is refused.
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

type ComparedObjects = {
  readonly documents: number;
  readonly objects: number;
  /** Ids of documents whose file is not in the object store. */
  readonly missing: readonly string[];
  /** Keys of objects that no document names. */
  readonly unnamed: readonly string[];
};

const rowsPerTurn = 1000;

/**
 * Compares the documents with the object store both ways; after a restore the two are of different moments. All keys
 * are in memory at once: a million take about 100 MB.
 */
export async function compareObjects(ctx: Ctx): Promise<ComparedObjects> {
  const stored = new Set<string>();
  // Before the rows are read, because an object is stored before its document. Files of rosters are found and removed
  // by their own rows.
  for await (const key of ctx.objects.list()) if (!key.startsWith('rosters/')) stored.add(key);
  const objects = stored.size;
  const missing: string[] = [];
  let documents = 0;
  for (let after = ''; ;) {
    const rows = await listKeysAfter(ctx.db, after, rowsPerTurn);
    for (const { id, object_key: key } of rows) if (!stored.delete(key)) missing.push(id);
    documents += rows.length;
    after = rows.at(-1)?.id ?? '';
    if (rows.length < rowsPerTurn) break;
  }
  return { documents, objects, missing, unnamed: await listUnnamed(ctx, [...stored]) };
}

/** Uploads in progress, and files about to be removed, are expected. */
async function listUnnamed(ctx: Ctx, keys: readonly string[]): Promise<string[]> {
  const unnamed: string[] = [];
  for (let start = 0; start < keys.length; start += rowsPerTurn) {
    const some = keys.slice(start, start + rowsPerTurn);
    const known = new Set((await listPuts(ctx.db, some)).map((row) => row.object_key));
    unnamed.push(...some.filter((key) => !known.has(key)));
  }
  return unnamed;
}

/** Each is a call to the object store, which may take seconds when it is slow. */
const perTurn = 20;

/**
 * Removes objects without a document because the process or the upload ended in between; returns how many. Removal
 * can be repeated, so an interrupted one is.
 */
export async function removeOrphans(ctx: Ctx, limit: number): Promise<number> {
  const orphans = await claimOrphans(ctx.db, Math.min(limit, perTurn));
  for (const objectKey of orphans) {
    await ctx.objects.delete(objectKey);
    await deleteRemovedPut(ctx.db, objectKey);
  }
  if (orphans.length > 0) ctx.log.info({ removed: orphans.length }, 'documents.orphans-removed');
  return orphans.length;
}

type FileToReview = { readonly id: string; readonly intakeId: string };

/** Documents whose file is as old as an unproven one may be, oldest first. */
export const listFilesToReview = ({ db, clock, config }: Ctx, limit: number): Promise<FileToReview[]> =>
  listToReview(db, reviewBefore(clock.now(), config.uploads), limit);
