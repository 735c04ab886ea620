import type { ReportReading } from '../schemas.ts';
import { findBySha } from './document-store.ts';
import type { DbReader } from './count-documents.ts';

/** The reading of a file that the intake already has as a document, so that it need not be read again. */
export async function findReadingBySha(
  { db }: DbReader,
  intakeId: string,
  sha256: string,
): Promise<ReportReading | undefined> {
  return (await findBySha(db, intakeId, sha256))?.reading;
}
