import type { ReportReading } from '../schemas.ts';
import { findBySha } from './document-store.ts';
import type { DbReader } from './count-documents.ts';

/** The reading of a file that is stored as a document of the intake, so that it need not be read again. */
export async function findReadingBySha(
  { db }: DbReader,
  intakeId: string,
  sha256: string,
): Promise<ReportReading | undefined> {
  const known = await findBySha(db, intakeId, sha256);
  return known?.fileRemovedAt ? undefined : known?.reading;
}
