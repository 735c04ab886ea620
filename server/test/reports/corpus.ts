// The corpus: synthetic reports in every layout, each with its correct reading.
import { drawCcc, type CccOptions } from './ccc.ts';
import { diceOf, factsOf, type Facts } from './facts.ts';
import { drawGrids, drawLabelled, drawLedger, drawLetter, drawManual, drawTotalOnly } from './generic.ts';
import { drawMitchell, type MitchellOptions } from './mitchell.ts';
import { isoDay, Paper, type PaperOptions } from './paper.ts';
import { scan, type ScanOptions } from './scan.ts';

export type FieldName =
  | 'vin'
  | 'year'
  | 'make'
  | 'model'
  | 'trim'
  | 'odometer'
  | 'offer_cents'
  | 'insurer'
  | 'claim_number'
  | 'date_of_loss';

/**
 * The value to read with confidence; `unsure` where that is impossible; `absent` where the report does not print it.
 */
export type Expected = { readonly value: string | number } | 'unsure' | 'absent';

export type Truth = Readonly<Record<FieldName, Expected>>;

export type SyntheticReport = {
  readonly layout: string;
  readonly seed: number;
  readonly pdf: Buffer;
  readonly truth: Truth;
};

type Layout = {
  readonly name: string;
  /** Read by OCR, which takes seconds. */
  readonly slow?: true;
  make(facts: Facts, seed: number): Promise<Buffer>;
  expect?(facts: Facts, truth: Truth): Truth;
};

function paperOf(seed: number, options: PaperOptions = {}): Paper {
  const dice = diceOf(seed + 5_000_000);
  return new Paper({ font: dice.pick(['Helvetica', 'Helvetica', 'Times']), size: dice.pick([8, 9, 10]), ...options });
}

const ccc =
  (options: Omit<CccOptions, 'seed'> = {}, paper: PaperOptions = {}): Layout['make'] =>
  (facts, seed) =>
    drawCcc(paperOf(seed, paper), facts, { ...options, seed }).done();

const mitchell =
  (options: Omit<MitchellOptions, 'seed'> = {}, paper: PaperOptions = {}): Layout['make'] =>
  (facts, seed) =>
    drawMitchell(paperOf(seed, paper), facts, { ...options, seed }).done();

const plain =
  (draw: (paper: Paper, facts: Facts) => Paper, paper: PaperOptions = {}): Layout['make'] =>
  (facts, seed) =>
    draw(paperOf(seed, paper), facts).done();

const scanned =
  (make: Layout['make'], options: ScanOptions): Layout['make'] =>
  async (facts, seed) =>
    scan(await make(facts, seed), options);

/** Scans are of ordinary print: small type at 150 dpi has its own layout. */
const printed = { font: 'Helvetica', size: 10 } as const;

const only =
  (...names: FieldName[]) =>
  (_facts: Facts, truth: Truth): Truth =>
    expecting(truth, except(names), 'absent');
const unsure =
  (...names: FieldName[]) =>
  (_facts: Facts, truth: Truth): Truth =>
    expecting(truth, names, 'unsure');
const absent =
  (...names: FieldName[]) =>
  (_facts: Facts, truth: Truth): Truth =>
    expecting(truth, names, 'absent');

const allFields: readonly FieldName[] = [
  'vin',
  'year',
  'make',
  'model',
  'trim',
  'odometer',
  'offer_cents',
  'insurer',
  'claim_number',
  'date_of_loss',
];
const except = (names: readonly FieldName[]): FieldName[] => allFields.filter((name) => !names.includes(name));

function expecting(truth: Truth, names: readonly FieldName[], expected: Expected): Truth {
  return { ...truth, ...Object.fromEntries(names.map((name) => [name, expected])) };
}

export const layouts: readonly Layout[] = [
  { name: 'ccc', make: ccc() },
  { name: 'ccc, statewide value', make: ccc({ statewide: true }) },
  { name: 'ccc, glued labels', make: ccc({ glued: true }) },
  { name: 'ccc, letterhead', make: ccc({ letterhead: true }) },
  { name: 'ccc, turned by the reader', make: ccc({}, { sideways: true, rotate: 270 }) },
  { name: 'ccc, drawn sideways', make: ccc({}, { sideways: true }) },
  {
    name: 'ccc, values missing',
    make: ccc({ without: ['Odometer', 'Adjusted Vehicle Value', 'Loss Incident Date', 'VIN'] }),
    expect: (facts, truth) =>
      absent('odometer', 'date_of_loss', 'vin')(facts, expecting(truth, ['offer_cents'], 'unsure')),
  },
  { name: 'mitchell', make: mitchell() },
  { name: 'mitchell, dual source', make: mitchell({ dualSource: true }) },
  { name: 'unknown, labelled lines', make: plain(drawLabelled) },
  { name: 'unknown, grids', make: plain(drawGrids) },
  { name: 'unknown, ledger', make: plain(drawLedger) },
  {
    name: 'several vehicles',
    make: async (facts, seed) => {
      const paper = paperOf(seed);
      drawCcc(paper, facts, { seed });
      return drawCcc(paper, { ...factsOf(seed + 1_000_000), insurer: facts.insurer }, { seed }).done();
    },
    expect: unsure(...except(['insurer'])),
  },
  {
    name: 'settlement letter',
    make: plain(drawLetter),
    expect: (facts, truth) =>
      unsure('offer_cents')(facts, absent('odometer', 'insurer', 'year', 'make', 'model', 'trim')(facts, truth)),
  },
  {
    name: 'total only',
    make: plain(drawTotalOnly),
    expect: (facts, truth) => unsure('offer_cents')(facts, absent('year', 'make', 'model', 'trim')(facts, truth)),
  },
  { name: 'manual, no report', make: (_facts, seed) => drawManual(paperOf(seed)).done(), expect: only() },
  { name: 'ccc, scan 150 dpi', slow: true, make: scanned(ccc({}, printed), { dpi: 150 }) },
  { name: 'ccc, scan 200 dpi askew', slow: true, make: scanned(ccc({}, printed), { dpi: 200, skewDegrees: 0.6 }) },
  { name: 'mitchell, scan 150 dpi', slow: true, make: scanned(mitchell({}, printed), { dpi: 150, pages: 1 }) },
  {
    name: 'unknown, scan on its side',
    slow: true,
    make: scanned(plain(drawLabelled, printed), { dpi: 150, turned: 90, pages: 1 }),
  },
];

/** The same bytes for the same layout and seed, except for images of scans. */
export async function makeReport(name: string, seed: number): Promise<SyntheticReport> {
  const layout = layouts.find((one) => one.name === name);
  if (layout === undefined) throw new Error(`there is no layout ${name}`);
  const facts = factsOf(seed);
  const truth = truthOf(facts);
  return { layout: name, seed, pdf: await layout.make(facts, seed), truth: layout.expect?.(facts, truth) ?? truth };
}

function truthOf({ vehicle, insurer, claimNumber, lossDate, valueCents }: Facts): Truth {
  return {
    vin: { value: vehicle.vin },
    year: { value: vehicle.year },
    make: { value: vehicle.make },
    model: { value: vehicle.model },
    trim: { value: vehicle.trim },
    odometer: { value: vehicle.odometer },
    offer_cents: { value: valueCents },
    insurer: { value: insurer },
    claim_number: { value: claimNumber },
    date_of_loss: { value: isoDay(lossDate) },
  };
}
