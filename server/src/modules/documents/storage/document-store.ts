import { prepared, type Db, type TxDb } from '#platform/db';
import type { Difference, ReportReading } from '../schemas.ts';

export type Document = {
  readonly id: string;
  readonly intakeId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly objectKey: string;
  readonly reading: ReportReading;
  readonly differences: readonly Difference[];
  readonly createdAt: Date;
};

const columns = `id, intake_id as "intakeId", sha256, size_bytes as "sizeBytes", object_key as "objectKey", reading,
  differences, created_at as "createdAt"`;

const insert = prepared<[row: string], never>(
  'documents.insert',
  `insert into documents.documents (id, intake_id, sha256, size_bytes, object_key, reading, differences, created_at)
   select * from jsonb_to_record($1) as r(id text, "intakeId" text, sha256 text, "sizeBytes" integer, "objectKey" text,
     reading jsonb, differences jsonb, "createdAt" timestamptz)`,
);

export const insertDocument = (db: TxDb, row: Document): void => db.write(insert(JSON.stringify(row)));

const bySha = prepared<[intakeId: string, sha256: string], Document>(
  'documents.find-by-sha',
  `select ${columns} from documents.documents where intake_id = $1 and sha256 = $2`,
);

export const findBySha = (db: Db, intakeId: string, sha256: string) => db.find(bySha(intakeId, sha256));

const byId = prepared<[id: string], Document>(
  'documents.find',
  `select ${columns} from documents.documents where id = $1`,
);

export const findById = (db: Db, id: string) => db.find(byId(id));

const count = prepared<[intakeId: string], { count: number }>(
  'documents.count',
  'select count(*)::int as count from documents.documents where intake_id = $1',
);

export async function countOf(db: Db, intakeId: string): Promise<number> {
  return (await db.find(count(intakeId)))?.count ?? 0;
}

const ofIntake = prepared<[intakeId: string, limit: number], Document>(
  'documents.list',
  `select ${columns} from documents.documents where intake_id = $1 order by id limit $2`,
);

export const listOf = (db: Db, intakeId: string, limit: number) => db.many(ofIntake(intakeId, limit));
