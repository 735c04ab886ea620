import type { Db } from '#platform/db';
import type { ReportReading } from '../schemas.ts';
import { findBySha } from './document-store.ts';

type KnownReport = { readonly id: string; readonly reading: ReportReading };

/** A file that is stored as a document of the intake, so that it need not be read again. */
export async function findReportBySha(
  { db }: { readonly db: Db },
  intakeId: string,
  sha256: string,
): Promise<KnownReport | undefined> {
  const known = await findBySha(db, intakeId, sha256);
  return known === undefined || known.fileRemovedAt !== null ? undefined : { id: known.id, reading: known.reading };
}
