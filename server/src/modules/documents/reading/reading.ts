import type { Upload } from '#platform/http';
import { readCcc } from '../ccc/read-ccc.ts';
import { boundDraft } from '../contents/contents.ts';
import type { Draft, Evidence, FamilyVehicle } from '../contents/family-schemas.ts';
import { lowered, precisionOf, withoutFooters } from '../contents/rules.ts';
import { deskew } from '../extraction/extraction.ts';
import type { Vendor } from '../extraction/label-data.ts';
import { readWordTable, type Word } from '../extraction/word-tables.ts';
import {
  baseIsMean,
  baseRepeats,
  comparablesAddUp,
  comparablesRepeat,
  lowerUnproven,
  ownOdometerRepeats,
  type Identity,
} from '../identities/rules.ts';
import {
  conditionAddsUp,
  offerAddsUp,
  refurbishmentAddsUp,
  taxIsRate,
  totalAddsUp,
  valuationIsMean,
} from '../identities/sum-identity-rules.ts';
import { readMitchell } from '../mitchell/read-mitchell.ts';
import { runConfined } from '../jail/confined-runs.ts';
import type { Confined } from '../jail/run-limited.ts';
import { givenFile } from '../jail/jail-data.ts';
import type { IdentityName, ReportContents } from '../schemas.ts';

type FamilyContents = {
  readonly own: readonly Word[];
  readonly vehicle: FamilyVehicle | undefined;
  readonly contents: ReportContents;
};

/** The contents of a report of a known layout; undefined when it has none, and is read by the usual words alone. */
export function readFamily(
  words: readonly Word[],
  { vendor, ocr }: { vendor: Vendor; ocr: boolean },
): FamilyContents | undefined {
  const precision = precisionOf(ocr);
  const read = vendor === 'mitchell' ? readMitchell : vendor === 'ccc' ? readCcc : undefined;
  const family = read?.(withoutFooters(words, precision), { precision, ocr });
  if (family === undefined) return undefined;
  const { several, own, evidence } = family;
  const vehicle = isNamed(family.vehicle) ? family.vehicle : undefined;
  const draft = boundDraft(family.draft);
  return { own, vehicle, contents: several ? contentsOfSeveral(draft) : checkIdentities(draft, evidence, ocr) };
}

/** Longer than any name of a model or trim that was seen. */
const maxName = 120;

/** A name that fills a page is not a name. */
const isNamed = (vehicle: FamilyVehicle | undefined): boolean =>
  [vehicle?.make, vehicle?.model.value, vehicle?.trim?.value].every((name = '') => name.length <= maxName);

/** For several reports only the first sum is shown, without certainty. */
const contentsOfSeveral = ({ sum }: Draft): ReportContents => ({
  sum: sum.map((line) => ({ ...line, cents: lowered(line.cents) })),
  condition: [],
  comparables: [],
  identities: [],
});

type Scan = {
  readonly file: Pick<Upload, 'fd'>;
  readonly pages: number;
} & Pick<Confined, 'signal' | 'reader'>;

/** The figures are on the first pages, and each page costs seconds. */
const scannedPages = 4;
/** The long side of a letter page at 200 dpi; larger pages are scaled down, so that none can exhaust memory. */
const longSidePx = 2200;
/** The same side in points, the unit of embedded text. */
const longSidePt = 792;
/** Below this confidence tesseract was guessing, most often because the page is rotated. */
const sureEnough = 60;

/** The words of a scan, by OCR. A page that cannot be read is skipped; staff can still open the document. */
export async function readScan(scan: Scan): Promise<Word[]> {
  const words: Word[] = [];
  for (let page = 1; page <= Math.min(scan.pages, scannedPages); page += 1) {
    scan.signal.throwIfAborted();
    const image = await drawPage(scan, page);
    if (image === undefined) continue;
    words.push(...deskew(await recognise(scan, image)).map((word) => ({ ...word, page })));
  }
  scan.signal.throwIfAborted();
  return words;
}

/** A gray image as PGM: a header with its size, then one byte per pixel. */
async function drawPage({ file, signal, reader }: Scan, page: number): Promise<Buffer | undefined> {
  const size = ['-scale-to', String(longSidePx)];
  const { ok, output } = await runConfined({
    command: 'pdftoppm',
    args: ['-q', '-gray', ...size, '-f', String(page), '-l', String(page), givenFile],
    fd: file.fd,
    cpuS: 10,
    wallMs: 40_000,
    maxBytes: longSidePx * longSidePx + 64,
    signal,
    reader,
  });
  return ok && !isBlank(output) ? output : undefined;
}

/** A line of text darkens a larger share of the page than this. */
const blankShare = 0.0005;

/** A sample of the pixels is enough, and saves the seconds that OCR of an empty page takes. */
function isBlank(image: Buffer): boolean {
  const step = 7;
  let dark = 0;
  for (let index = 64; index < image.length; index += step) if ((image[index] ?? 255) < 128) dark += 1;
  return dark * step < blankShare * image.length || image.length === 0;
}

async function recognise({ signal, reader }: Scan, image: Buffer): Promise<Word[]> {
  const where = { signal, reader };
  const first = await recogniseUpright(image, where);
  if (certainty(first) >= sureEnough) return first;
  const turn = await findTurn(image, where);
  if (turn === 0) return first;
  const second = await recogniseUpright(turnImage(image, turn), where);
  return certainty(second) > certainty(first) ? second : first;
}

/** Mean confidence; too few words are not judged. */
function certainty(words: readonly Word[]): number {
  const longWords = words.filter(({ text }) => text.length > 2);
  return longWords.length < 8 ? 0 : longWords.reduce((sum, { sure }) => sum + sure, 0) / longWords.length;
}

type Where = Pick<Confined, 'signal' | 'reader'>;

const tesseract = { command: 'tesseract', cpuS: 25, wallMs: 60_000, maxBytes: 2 * 1024 * 1024 } as const;

async function recogniseUpright(image: Buffer, where: Where): Promise<Word[]> {
  // Page segmentation mode 11, sparse text, keeps the cells of a table apart; rows are rebuilt from positions.
  const args = ['stdin', 'stdout', '--dpi', '200', '--psm', '11', '-l', 'eng', 'tsv'];
  const { ok, output } = await runConfined({ ...tesseract, ...where, args, input: image });
  return ok ? [...readWordTable(output.toString('utf8'), longSidePt / longSidePx).words] : [];
}

type Degrees = 0 | 90 | 180 | 270;

/** The clockwise rotation that makes the page upright. */
async function findTurn(image: Buffer, where: Where): Promise<Degrees> {
  const args = ['stdin', 'stdout', '--dpi', '200', '--psm', '0', '-l', 'osd'];
  const { output } = await runConfined({ ...tesseract, ...where, args, input: image });
  const degrees = Number(/^Rotate: (\d+)/m.exec(output.toString('utf8'))?.[1] ?? 0);
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0;
}

function turnImage(image: Buffer, degrees: Degrees): Buffer {
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(image.toString('latin1', 0, 64)) ?? [];
  if (head === undefined) return image;
  const [w, h] = [Number(width), Number(height)];
  const pixels = image.subarray(head.length);
  const [newW, newH] = degrees === 180 ? [w, h] : [h, w];
  const turned = Buffer.alloc(w * h);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const position =
        degrees === 90
          ? x * newW + (newW - 1 - y)
          : degrees === 270
            ? (newH - 1 - x) * newW + y
            : (h - 1 - y) * w + (w - 1 - x);
      turned[position] = pixels[y * w + x] ?? 255;
    }
  }
  return Buffer.concat([Buffer.from(`P5\n${newW} ${newH}\n255\n`), turned]);
}

const identities: readonly ((draft: Draft, evidence: Evidence) => Identity)[] = [
  offerAddsUp,
  totalAddsUp,
  baseIsMean,
  baseRepeats,
  valuationIsMean,
  taxIsRate,
  conditionAddsUp,
  refurbishmentAddsUp,
  comparablesAddUp,
  comparablesRepeat,
  ownOdometerRepeats,
];

/** A recognized figure is certain only if one of these holds for it; a figure of a text layer, while none fails. */
const proofs = new Set<IdentityName>(['offer_adds_up', 'total_adds_up', 'condition_adds_up', 'comparables_add_up']);

/** Checks every identity. One that fails makes its figures uncertain, because it is unknown which one is wrong. */
export function checkIdentities(draft: Draft, evidence: Evidence, ocr: boolean): ReportContents {
  const checked = identities.map((identity) => identity(draft, evidence));
  const fails = ({ name, outcome }: Identity) =>
    outcome === 'failed' || (ocr && proofs.has(name) && outcome !== 'passed');
  const lowered = checked
    .filter((identity) => fails(identity))
    .reduce((one, { lower }) => lower(one), ocr ? lowerUnproven(draft) : draft);
  // A sum that fails in a scan may be misread, so it is not held against the report.
  const told = (outcome: Identity['outcome']) => (ocr && outcome === 'failed' ? 'unknown' : outcome);
  return { ...lowered, identities: checked.map(({ name, outcome }) => ({ name, outcome: told(outcome) })) };
}
