import { DatabaseSync } from 'node:sqlite';
import { dataFileMark, dataFileOf } from './data-file-rules.ts';
import { vehicleDataUnusable } from '../errors.ts';

/** What a key tells: the element's number, its value, and for a model the make. */
export type Fact = readonly [element: number, value?: string | null, make?: string | null];

export type PatternRow = { readonly schema: number; readonly keys: string; readonly facts: string };

type Maker = {
  /** Undefined where one code belongs to several makes. */
  readonly make: string | undefined;
  /** Only cars and light trucks are built under this code. */
  readonly light: boolean;
};

export type VehicleData = {
  /** Candidates only: keys that begin with this descriptor's first character or with a wildcard. */
  listPatterns(code: string, year: number, descriptor: string): PatternRow[];
  findMaker(code: string): Maker | undefined;
  close(): void;
};

/** Opens the prepared file read-only; throws a VehicleDataError if it is missing or incomplete. */
export function loadVehicleData(dir: string): VehicleData {
  const file = dataFileOf(dir);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    // 4 MB of pages: the operating system caches the file anyway.
    db.exec('pragma cache_size = -4096; pragma query_only = on');
    const row = db.prepare('select mark from mark').get();
    if (row?.['mark'] !== dataFileMark) throw new Error('it is not marked as finished');
    return createReads(db);
  } catch (cause) {
    db?.close();
    throw vehicleDataUnusable(`${file} cannot be opened, \`makewhole vehicles prepare\` creates it again`, cause);
  }
}

function createReads(db: DatabaseSync): VehicleData {
  const patterns = db.prepare(
    `select p.schema, p.keys, p.facts from wmi_schema s join pattern p on p.schema = s.schema
     where s.wmi = ? and s.year_from <= ? and s.year_to >= ? and substr(p.keys, 1, 1) in ('*', '[', '#', ?)`,
  );
  const maker = db.prepare('select make, light from wmi where wmi = ?');
  return {
    listPatterns: (code, year, descriptor) => patterns.all(code, year, year, descriptor.charAt(0)) as PatternRow[],
    findMaker(code) {
      const row = maker.get(code) as { make: string | null; light: number } | undefined;
      return row && { make: row.make ?? undefined, light: row.light === 1 };
    },
    close: () => db.close(),
  };
}
