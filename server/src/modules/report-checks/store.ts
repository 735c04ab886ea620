import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';

const insertRow = preparedInsert('report_checks.releases', [
  'id',
  'consultation_id',
  'sealed_findings',
  'staff_id',
  'at',
]);

export function insertRelease(db: TxDb, row: Parameters<typeof insertRow>[0]): void {
  db.write(insertRow(row));
}

export type ReleaseRow = {
  readonly id: string;
  /** Null where it takes back the one before. */
  readonly sealedFindings: Buffer | null;
  readonly staffId: string;
  readonly at: Date;
};

const newest = prepared<[consultationId: string], ReleaseRow>(
  'report-checks.find-newest',
  `select id, sealed_findings as "sealedFindings", staff_id as "staffId", at from report_checks.releases
   where consultation_id = $1 order by number desc limit 1`,
);

/** The one that counts. */
export const findNewest = (db: Db, consultationId: string) => db.find(newest(consultationId));
