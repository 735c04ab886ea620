import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseCsvRecord } from '@makewhole/server/src/lib/csv/csv-record.ts';
import type { Comparable } from '@makewhole/server/src/modules/vehicles/market/comparable-rules.ts';
import { toKey } from '@makewhole/server/src/lib/text/to-key.ts';
import { toMakeKey } from '@makewhole/server/src/modules/vehicles/names/name-rules.ts';
import type { RatedListing } from '@makewhole/server/src/modules/vehicles/reads/rules.ts';
import type { Sale } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';

type ModelSales = {
  readonly name: string;
  readonly sales: readonly Sale[];
  readonly rated: readonly RatedListing[];
};

/** Column names for the needed values in sales files: the price paid, and a value assessed by another party. */
const columns: Readonly<Record<string, string>> = {
  sellingprice: 'price',
  selling_price: 'price',
  mmr: 'worth',
  value: 'worth',
  odometer: 'miles',
  mileage: 'miles',
};

type SoldRow = {
  readonly model: string;
  readonly worth: number;
  readonly trim: string | undefined;
  readonly sold: Comparable;
};

/** Figures for models with fewer sales are mostly chance. */
const salesMin = 300;
/** Such files do not show which ones are nearest; this many from the same state are enough. */
const comparablesMax = 150;

/** The sales of every model with enough of them, at most `count` of each; the file is CSV with a header line. */
export async function readSales(file: string, count: number): Promise<ModelSales[]> {
  const byModel = Map.groupBy(await readRows(file), ({ model }) => model);
  return [...byModel]
    .filter(([, rows]) => rows.length >= salesMin)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, rows]) => ({ name, sales: toSales(rows, count), rated: rows.flatMap(toRated).slice(0, 2000) }));
}

async function readRows(file: string): Promise<SoldRow[]> {
  const rows: SoldRow[] = [];
  let head: string[] | undefined;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const fields = parseCsvRecord(line);
    if (fields === undefined) continue;
    if (head === undefined)
      head = fields.map((name) => columns[name.trim().toLowerCase()] ?? name.trim().toLowerCase());
    else {
      const row = toRow(new Map(head.map((name, index) => [name, (fields[index] ?? '').trim()])), rows.length);
      if (row !== undefined) rows.push(row);
    }
  }
  return rows;
}

function toRow(fields: ReadonlyMap<string, string>, place: number): SoldRow | undefined {
  const text = (name: string): string => fields.get(name) ?? '';
  const [year, price, worth, miles] = ['year', 'price', 'worth', 'miles'].map((name) =>
    Number(text(name) || Number.NaN),
  );
  if (year === undefined || price === undefined || worth === undefined || miles === undefined) return undefined;
  if (![year, price, worth, miles].every(Number.isFinite) || price < 500 || worth < 500) return undefined;
  const trim = text('trim') === '' ? undefined : text('trim');
  const sold: Comparable = {
    source: 'sales',
    sourceId: String(place),
    vin: undefined,
    year,
    trim,
    price: Math.round(price),
    miles: Math.round(miles),
    distanceMiles: undefined,
    state: text('state').toUpperCase() || undefined,
    dealer: undefined,
    lastSeenAt: '2026-01-01T00:00:00.000Z',
  };
  return { model: `${toMakeKey(text('make'))} ${toKey(text('model'))}`, worth, trim, sold };
}

function toSales(rows: readonly SoldRow[], count: number): Sale[] {
  const byState = Map.groupBy(rows, ({ sold }) => sold.state);
  const step = Math.max(1, Math.floor(rows.length / count));
  return rows
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map(({ model, worth, trim, sold }) => ({
      subject: {
        year: sold.year,
        make: model.split(' ')[0] ?? '',
        model: model.split(' ')[1] ?? '',
        trim,
        trimCandidates: [],
        odometer: sold.miles,
        zip: undefined,
        state: sold.state,
      },
      worth,
      listings: (byState.get(sold.state) ?? [])
        .filter((one) => one.sold !== sold && Math.abs(one.sold.year - sold.year) <= 1)
        .slice(0, comparablesMax * 6)
        .map((one) => one.sold),
    }));
}

const toRated = ({ sold: { year, trim, price, miles } }: SoldRow): RatedListing[] =>
  trim === undefined || miles === undefined ? [] : [{ year, trim: toKey(trim), price, miles }];
