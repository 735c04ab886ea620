// The drawn variants of real reports, read as uploads are: fields, comparables, everything else, and falsified figures.
import { readPdf } from '@makewhole/server/src/modules/documents/testing.ts';
import { failedIdentities, listDifferences } from '@makewhole/server/test/reports/compare-contents.ts';
import { scan } from '@makewhole/server/test/reports/scan.ts';
import { drawVariant, variantNames, type DrawnVariant } from '@makewhole/server/test/reports/variants.ts';
import { countFields, newTally, type FieldTally } from './field-tally.ts';

type ReadCtx = Parameters<typeof readPdf>[0];

const comparableFigures = ['price', 'odometer', 'adjusted'] as const;
type ComparableFigure = (typeof comparableFigures)[number];

export type VariantFigures = {
  readonly tallies: Map<string, FieldTally>;
  /** Figures of comparables that are right and certain, of those printed. */
  readonly comparables: Record<ComparableFigure, { right: number; printed: number }>;
  /** Reports of which everything was right and certain. */
  whole: number;
  reports: number;
  /** Values of contents that are certain and wrong. */
  wrong: number;
  /** Reports with an identity that fails although nothing is wrong. */
  falseAlarms: number;
  slowestMs: number;
};

/** Seeds of every variant, in both box metrics. */
export async function measureVariants(ctx: ReadCtx, seeds: number): Promise<VariantFigures> {
  const figures: VariantFigures = {
    tallies: new Map(),
    comparables: { price: none(), odometer: none(), adjusted: none() },
    whole: 0,
    reports: 0,
    wrong: 0,
    falseAlarms: 0,
    slowestMs: 0,
  };
  for (const name of variantNames)
    for (const tall of [false, true]) {
      const tally = newTally();
      figures.tallies.set(`${name}${tall ? ', tall boxes' : ''}`, tally);
      for (let seed = 1; seed <= seeds; seed += 1)
        await measureOne(ctx, figures, { tally, drawn: await drawVariant(name, seed, { tall }) });
    }
  return figures;
}

const none = () => ({ right: 0, printed: 0 });

async function measureOne(
  ctx: ReadCtx,
  figures: VariantFigures,
  { tally, drawn }: { tally: FieldTally; drawn: DrawnVariant },
): Promise<void> {
  const startedAt = performance.now();
  const reading = await readPdf(ctx, drawn.pdf);
  figures.slowestMs = Math.max(figures.slowestMs, performance.now() - startedAt);
  figures.reports += 1;
  countFields(tally, drawn.truth, reading);
  const differences = reading.contents === undefined ? undefined : listDifferences(drawn.contents, reading.contents);
  figures.wrong += differences?.filter(({ certain }) => certain).length ?? 0;
  if (differences?.length === 0) figures.whole += 1;
  if (reading.contents !== undefined && failedIdentities(reading.contents).length > 0) figures.falseAlarms += 1;
  for (const expected of drawn.contents.comparables) {
    const read = reading.contents?.comparables.find(({ number }) => number === expected.number);
    for (const figure of comparableFigures) {
      const counts = figures.comparables[figure];
      counts.printed += 1;
      if (read?.[figure]?.confidence === 'high' && read[figure].value === expected[figure]) counts.right += 1;
    }
  }
}

/** How many reports with one falsified figure were caught by an identity without anything false staying certain. */
export async function measureFalsified(ctx: ReadCtx, reports: number): Promise<{ caught: number; missed: string[] }> {
  const missed: string[] = [];
  for (let index = 0; index < reports; index += 1) {
    const name = variantNames[index % variantNames.length] ?? 'ccc a';
    const drawn = await drawVariant(name, 5000 + index, { tall: index % 2 === 1, falsify: true });
    const { contents, fields } = await readPdf(ctx, drawn.pdf);
    const { offer_cents: wanted } = drawn.truth;
    const offer = fields.offer_cents;
    const falseOffer = offer?.confidence === 'high' && typeof wanted === 'object' && offer.value !== wanted.value;
    const stays = contents === undefined || listDifferences(drawn.contents, contents).some(({ certain }) => certain);
    if (falseOffer || stays || failedIdentities(contents).length === 0)
      missed.push(`${name}, seed ${5000 + index}: ${drawn.falsified}`);
  }
  return { caught: reports - missed.length, missed };
}

/** One of each family with a text layer of garbage, and one as a scan; seconds each. */
export async function measureRecognised(ctx: ReadCtx, seeds: number): Promise<Map<string, FieldTally>> {
  const tallies = new Map<string, FieldTally>();
  for (const name of ['mitchell a', 'ccc a', 'mitchell c', 'ccc b'] as const) {
    const garbled = name.endsWith('a');
    const tally = newTally();
    tallies.set(`${name}, ${garbled ? 'garbage text' : 'scan 200 dpi'}`, tally);
    for (let seed = 1; seed <= seeds; seed += 1) {
      const drawn = await drawVariant(name, seed, { garbled });
      const pdf = garbled ? drawn.pdf : await scan(drawn.pdf, { dpi: 200, pages: 4 });
      countFields(tally, drawn.truth, await readPdf(ctx, pdf));
    }
  }
  return tallies;
}
