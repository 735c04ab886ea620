import type { Db } from '#platform/db';
import { tooManyDocuments } from '../errors.ts';
import { documentsMax } from '../rules.ts';
import { countOf } from './document-store.ts';

/** Refuses an eleventh document before its file is read. */
export async function requireDocumentCapacity({ db }: { readonly db: Db }, intakeId: string): Promise<void> {
  if ((await countOf(db, intakeId)) >= documentsMax) throw tooManyDocuments(documentsMax);
}
