// Fonts whose boxes are as high as those of real reports, and fonts whose text layer is garbage. Glyphs and widths stay
// those of Helvetica; only the metrics that a reader sees differ.
import type Pdf from 'pdfkit';

/** Height above and below the baseline, in thousandths of the size. */
export type BoxMetric = { readonly ascent: number; readonly descent: number };

/** The sum is the height of a word's box: 0.925, 1.117 and 1.000 of the size, all at the same baselines. */
export const boxMetrics = {
  helvetica: { ascent: 718, descent: -207 },
  liberation: { ascent: 905, descent: -212 },
  tall: { ascent: 768, descent: -232 },
} as const satisfies Record<string, BoxMetric>;

type Doc = InstanceType<typeof Pdf>;

type Afm = { glyphsForString(text: string): readonly string[]; widthOfGlyph(glyph: string): number };
/** The parts of a standard font inside pdfkit that we use. */
type StandardFont = {
  readonly name: string;
  readonly font: Afm;
  readonly dictionary: { data: object; end(): void };
  embed(): void;
  retold?: true;
};

const firstCode = 32;
const lastCode = 255;

/** The letters are drawn correctly, but a reader gets a different letter for each. */
const garbageMap = [
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
  '1 begincodespacerange <00><FF> endcodespacerange',
  '2 beginbfrange <20><20><0020> <21><FE><0100> endbfrange',
  'endcmap end end',
].join('\n');

/** Gives a document's current font these metrics, or a garbage text layer. */
export function retellFont(doc: Doc, metric: BoxMetric, garbled: boolean): void {
  // pdfkit has no other way to get the current font.
  const { _font: font } = doc as unknown as { _font: StandardFont };
  if (font.retold === true) return;
  font.retold = true;
  const ref = (data: object) => (doc as unknown as { ref(data: object): { end(content?: string): void } }).ref(data);
  font.embed = () => {
    const FontName = `Synthetic${font.name}`;
    const descriptor = ref({
      Type: 'FontDescriptor',
      FontName,
      Flags: 32,
      FontBBox: [-166, -225, 1000, 931],
      ItalicAngle: 0,
      Ascent: metric.ascent,
      Descent: metric.descent,
      CapHeight: 718,
      StemV: 88,
    });
    descriptor.end();
    const toUnicode = garbled ? ref({}) : undefined;
    toUnicode?.end(garbageMap);
    font.dictionary.data = {
      Type: 'Font',
      BaseFont: FontName,
      Subtype: 'Type1',
      Encoding: 'WinAnsiEncoding',
      FirstChar: firstCode,
      LastChar: lastCode,
      Widths: widthsOf(font.font),
      FontDescriptor: descriptor,
      ...(toUnicode === undefined ? {} : { ToUnicode: toUnicode }),
    };
    font.dictionary.end();
  };
}

const widthsOf = (afm: Afm): number[] =>
  Array.from({ length: lastCode - firstCode + 1 }, (_, index) => {
    const [glyph] = afm.glyphsForString(String.fromCharCode(firstCode + index));
    const width = glyph === undefined ? 0 : afm.widthOfGlyph(glyph);
    return width > 0 ? width : 278;
  });
