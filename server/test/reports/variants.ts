// The drawn variants of real reports: eleven shapes, each in the two box metrics that occur in its family. Synthetic.
import type { Truth } from './corpus.ts';
import { boxMetrics } from './box-metrics.ts';
import { drawCccVariant } from './ccc/draw.ts';
import { cccFacts, type CccVariant } from './ccc/facts.ts';
import { cccContents, cccTruth } from './ccc/truth.ts';
import { drawMitchellVariant } from './mitchell/draw.ts';
import { mitchellFacts, type MitchellVariant } from './mitchell/facts.ts';
import { mitchellContents, mitchellTruth } from './mitchell/truth.ts';
import { Paper } from './paper.ts';
import { falsifyCcc, falsifyMitchell } from './falsify.ts';
import type { PlainContents } from './variant-facts.ts';

export type VariantName = `mitchell ${MitchellVariant}` | `ccc ${CccVariant}`;

export const variantNames: readonly VariantName[] = [
  ...(['a', 'b', 'c', 'd', 'e', 'f'] as const).map((letter) => `mitchell ${letter}` as const),
  ...(['a', 'b', 'c', 'd', 'e'] as const).map((letter) => `ccc ${letter}` as const),
];

export type DrawnVariant = {
  readonly name: VariantName;
  readonly seed: number;
  readonly pdf: Buffer;
  readonly truth: Truth;
  readonly contents: PlainContents;
  /** The printed figure that contradicts the others. */
  readonly falsified?: string;
};

export type DrawOptions = {
  /** The other one of its family's two box metrics. */
  readonly tall?: boolean;
  readonly garbled?: boolean;
  /** Prints one figure with a wrong value. */
  readonly falsify?: boolean;
};

/** The same bytes for the same name, seed and options. */
export async function drawVariant(name: VariantName, seed: number, options: DrawOptions = {}): Promise<DrawnVariant> {
  const { tall = false, garbled = false, falsify = false } = options;
  const [family, letter] = name.split(' ') as ['mitchell' | 'ccc', string];
  const other = family === 'mitchell' ? boxMetrics.liberation : boxMetrics.tall;
  const metric = tall ? other : boxMetrics.helvetica;
  const paper = new Paper({ size: 9, metric, garbled, markTop: 783 });
  if (family === 'mitchell') {
    const facts = mitchellFacts(letter as MitchellVariant, seed);
    const about = { name, seed, truth: mitchellTruth(facts), contents: structuredClone(mitchellContents(facts)) };
    const falsified = falsify ? { falsified: falsifyMitchell(facts) } : {};
    return { ...about, ...falsified, pdf: await drawMitchellVariant(paper, facts).done() };
  }
  const facts = cccFacts(letter as CccVariant, seed);
  const about = { name, seed, truth: cccTruth(facts), contents: structuredClone(cccContents(facts)) };
  const falsified = falsify ? { falsified: falsifyCcc(facts) } : {};
  return { ...about, ...falsified, pdf: await drawCccVariant(paper, facts).done() };
}

/** Two reports about two vehicles in one file. */
export async function drawTwoVehicles(name: VariantName, seed: number): Promise<Buffer> {
  const [family, letter] = name.split(' ') as ['mitchell' | 'ccc', string];
  const paper = new Paper({ size: 9, metric: boxMetrics.helvetica, markTop: 783 });
  for (const one of [seed, seed + 1]) {
    if (family === 'mitchell') drawMitchellVariant(paper, mitchellFacts(letter as MitchellVariant, one));
    else drawCccVariant(paper, cccFacts(letter as CccVariant, one));
  }
  return paper.done();
}
