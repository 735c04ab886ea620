import { tooManyDocuments } from '../errors.ts';
import { documentsMax } from '../rules.ts';
import { type DbReader, countDocuments } from './count-documents.ts';

/** Refuses an eleventh document before its file is read. */
export async function requireDocumentCapacity(reading: DbReader, intakeId: string): Promise<void> {
  if ((await countDocuments(reading, intakeId)) >= documentsMax) throw tooManyDocuments(documentsMax);
}
