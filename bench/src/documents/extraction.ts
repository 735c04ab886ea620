// The corpus, read as uploads are: per layout and field, how many were right, unsure, missing, or certain and wrong.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createService } from '@makewhole/server/src/app/composition.ts';
import { readPdf } from '@makewhole/server/src/modules/documents/testing.ts';
import { warmVinDecoder } from '@makewhole/server/src/modules/vehicles/index.ts';
import { readConfig } from '@makewhole/server/src/platform/config/index.ts';
import {
  layouts,
  makeReport,
  type Expected,
  type FieldName,
  type SyntheticReport,
} from '@makewhole/server/test/reports/corpus.ts';
import { conclude, printTable, type Check } from '#bench/report/report';
import { serviceEnv } from '#bench/service/service';
import { round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';

/** Reports per layout; scans take seconds each. */
const sizes = { smoke: { text: 1, scans: 0 }, quick: { text: 5, scans: 1 }, full: { text: 40, scans: 10 } };

/** What the preliminary needs; the bounds apply to these. */
const main: readonly FieldName[] = ['vin', 'odometer', 'offer_cents', 'insurer', 'date_of_loss'];
const others: readonly FieldName[] = ['year', 'make', 'model', 'trim', 'claim_number'];
const fields = [...main, ...others];

type Verdict = 'right' | 'low' | 'missing' | 'wrong';
type Tally = Record<Verdict, number>;

export async function benchExtraction(sizeName: Size): Promise<boolean> {
  const size = sizes[sizeName];
  const env = {
    ...serviceEnv,
    DATABASE_URL: 'postgres://127.0.0.1/none',
    VEHICLE_DATA_DIR: join(tmpdir(), 'makewhole-vehicles'),
  };
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  const service = createService('bench-documents', readConfig(env, 'cli'), { logTo: nowhere });
  try {
    await warmVinDecoder(service.ctx);
    const tallies = new Map<string, Map<FieldName, Tally>>();
    let reports = 0;
    for (const { name, slow } of layouts) {
      const tally = new Map(fields.map((field) => [field, { right: 0, low: 0, missing: 0, wrong: 0 }]));
      tallies.set(name, tally);
      for (let seed = 1; seed <= (slow === true ? size.scans : size.text); seed += 1) {
        const report = await makeReport(name, 1000 + seed);
        const reading = await readPdf(service.ctx, report.pdf);
        for (const field of fields) count(tally, field, judge(report, field, reading.fields[field]));
        reports += 1;
      }
    }
    return tell(tallies, { size: sizeName, reports });
  } finally {
    await service.close();
  }
}

type Read = { readonly value: string | number; readonly confidence: 'high' | 'low' } | undefined;

/** Where nothing can be certain, any reading that is marked unsure is right. */
function judge({ truth }: SyntheticReport, field: FieldName, read: Read): Verdict {
  const expected: Expected = truth[field];
  const certain = read?.confidence === 'high';
  if (typeof expected === 'string') return certain ? 'wrong' : 'right';
  if (certain) return letters(read.value) === letters(expected.value) ? 'right' : 'wrong';
  return read === undefined ? 'missing' : 'low';
}

/** A scan may lose the dot of "Co."; letters and digits decide. */
const letters = (value: string | number): string =>
  String(value)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

function count(tally: Map<FieldName, Tally>, field: FieldName, verdict: Verdict): void {
  const counts = tally.get(field);
  if (counts !== undefined) counts[verdict] += 1;
}

const short: Partial<Record<FieldName, string>> = {
  offer_cents: 'offer',
  date_of_loss: 'loss date',
  claim_number: 'claim',
};

function tell(tallies: Map<string, Map<FieldName, Tally>>, about: { size: Size; reports: number }): boolean {
  console.log('right/low/missing/certain and wrong, per layout and field');
  const cell = ({ right, low, missing, wrong }: Tally) => `${right}/${low}/${missing}/${wrong}`;
  const rows = [...tallies].map(([name, tally]) => [name, ...[...tally.values()].map(cell)]);
  const total = new Map(fields.map((field) => [field, sum([...tallies.values()].map((tally) => tally.get(field)))]));
  printTable(
    ['layout', ...fields.map((field) => short[field] ?? field)],
    [...rows, ['all', ...[...total.values()].map(cell)]],
  );
  const shareOf = (field: FieldName) => {
    const { right, low, missing, wrong } = total.get(field) ?? sum([]);
    return round(right / (right + low + missing + wrong), 4);
  };
  const wrong = [...total.values()].reduce((all, tally) => all + tally.wrong, 0);
  const checks: Check[] = [
    ...main.map((field) => ({ name: `${short[field] ?? field} right`, value: shareOf(field), atLeast: 0.95 })),
    { name: 'certain and wrong, all fields', value: wrong, atMost: 0 },
    { name: 'layouts', value: tallies.size, atLeast: 12 },
  ];
  return conclude({ bench: 'documents extraction', ...about }, checks);
}

function sum(tallies: readonly (Tally | undefined)[]): Tally {
  const zero: Tally = { right: 0, low: 0, missing: 0, wrong: 0 };
  return tallies.reduce<Tally>(
    (all, one = zero) => ({
      right: all.right + one.right,
      low: all.low + one.low,
      missing: all.missing + one.missing,
      wrong: all.wrong + one.wrong,
    }),
    zero,
  );
}
