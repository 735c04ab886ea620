// node tools/name-aliases.ts FILE.csv… : proposes rows for the name tables in server/src/modules/vehicles/names.
// Files have a header with vin, make, model and, if known, trim, as listings do. The tool decodes each VIN and
// compares the names in the
// listing with those from the VIN, as the service does. A person reads the proposals, most frequent first, and adds
// the correct ones,
// each with its source: the tool also proposes dealers' mistakes.
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseCsvRecord } from '../server/src/lib/csv/csv-record.ts';
import {
  createVinDecoder,
  decidePowertrain,
  isSameTrim,
  listTrims,
  nameModel,
  prepareVehicleData,
  toMakeKey,
  toModelKey,
  type DecodedVin,
} from '../server/src/modules/vehicles/index.ts';

type Row = Readonly<Record<string, string>>;

/** How often each proposal occurred; a name that occurs once in a million is useless in a name table. */
const models = new Map<string, number>();
const trims = new Map<string, number>();
const counts = { rows: 0, undecoded: 0, found: 0, trimKnown: 0, trimAllowed: 0, single: 0, singleWrong: 0 };

const count = (into: Map<string, number>, proposal: string) => into.set(proposal, (into.get(proposal) ?? 0) + 1);

async function* readRows(file: string): AsyncGenerator<Row> {
  let columns: string[] | undefined;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const fields = parseCsvRecord(line.replace('\uFEFF', '')) ?? [];
    if (columns === undefined) columns = fields.map((name) => name.trim().toLowerCase());
    else yield Object.fromEntries(columns.map((name, place) => [name, fields[place]?.trim() ?? '']));
  }
}

function compare({ make = '', model = '', trim = '', vin = '' }: Row, decoded: DecodedVin): void {
  if (decoded.make === undefined || decoded.model === undefined) return;
  const powertrain = decidePowertrain(decoded.engine);
  const told = { ...decoded, make: decoded.make, model: decoded.model, vin, powertrain };
  const name = nameModel(told);
  const sameMake = toMakeKey(make) === toMakeKey(told.make);
  if (sameMake && toModelKey(make, model) === toModelKey(make, name)) counts.found += 1;
  else count(models, [told.make, told.model, decoded.series ?? '', powertrain ?? '', `${make} ${model}`].join(' | '));
  if (trim === '') return;
  counts.trimKnown += 1;
  const allowed = listTrims(told);
  const right = allowed.some((one) => isSameTrim(make, one, trim));
  if (right) counts.trimAllowed += 1;
  else if (allowed.length > 0) count(trims, [told.make, allowed.join(', '), trim].join(' | '));
  if (allowed.length !== 1) return;
  counts.single += 1;
  if (!right) counts.singleWrong += 1;
}

function print(head: string, proposals: ReadonlyMap<string, number>): void {
  console.log(head);
  for (const [proposal, seen] of [...proposals].toSorted((a, b) => b[1] - a[1]).slice(0, 100))
    console.log(seen, proposal);
}

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Usage: node tools/name-aliases.ts FILE.csv…');
  process.exit(2);
}
const dir = join(tmpdir(), 'makewhole-vehicles');
await prepareVehicleData(dir);
const decoder = createVinDecoder(dir);
for (const file of files)
  for await (const row of readRows(file)) {
    counts.rows += 1;
    const decoded = decoder.decode(row['vin'] ?? '');
    if (decoded?.model === undefined) counts.undecoded += 1;
    else compare(row, decoded);
  }
decoder.close();
print('seen vPIC make | model | series | powertrain | in the listing', models);
print('seen make | trims by the VIN | in the listing', trims);
console.log(JSON.stringify(counts));
