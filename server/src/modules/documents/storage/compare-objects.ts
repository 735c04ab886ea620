import type { Ctx } from '#context';
import { listKeysAfter } from './document-store.ts';
import { listPuts } from './put-store.ts';

export type ComparedObjects = {
  readonly documents: number;
  readonly objects: number;
  /** Ids of documents whose file is not in the object store. */
  readonly missing: readonly string[];
  /** Keys of objects that no document names. */
  readonly unnamed: readonly string[];
};

const rowsPerTurn = 1000;

/**
 * Compares the documents with the object store both ways; after a restore the two are of different moments. All keys are
 * in memory once: a million take about 100 MB.
 */
export async function compareObjects(ctx: Ctx): Promise<ComparedObjects> {
  const stored = new Set<string>();
  // Before the rows are read: an object is there before its document is.
  // Files of rosters are found and removed by rows of their own.
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

/** Uploads that are under way, and files that are about to be removed, are no surprise. */
async function listUnnamed(ctx: Ctx, keys: readonly string[]): Promise<string[]> {
  const unnamed: string[] = [];
  for (let start = 0; start < keys.length; start += rowsPerTurn) {
    const some = keys.slice(start, start + rowsPerTurn);
    const known = new Set((await listPuts(ctx.db, some)).map((row) => row.object_key));
    unnamed.push(...some.filter((key) => !known.has(key)));
  }
  return unnamed;
}
