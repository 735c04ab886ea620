// Letter pages for drawing synthetic reports by coordinates, each marked as synthetic.
import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import { retellFont, type BoxMetric } from './box-metrics.ts';

export type Style = { readonly bold?: boolean; readonly size?: number; readonly align?: 'left' | 'right' | 'center' };

export type PaperOptions = {
  readonly font?: 'Helvetica' | 'Times' | 'Courier';
  readonly size?: number;
  /** Text drawn sideways, as printer drivers do for a landscape page; with `rotate` a reader turns the page back. */
  readonly sideways?: boolean;
  readonly rotate?: 0 | 90 | 270;
  /** The letter height that a reader sees; by default that of the font. */
  readonly metric?: BoxMetric;
  /** A garbage text layer under correctly drawn letters. */
  readonly garbled?: boolean;
  /** Position of the synthetic mark, from the top of the page. */
  readonly markTop?: number;
};

const fonts = {
  Helvetica: ['Helvetica', 'Helvetica-Bold'],
  Times: ['Times-Roman', 'Times-Bold'],
  Courier: ['Courier', 'Courier-Bold'],
} as const;

export class Paper {
  readonly #doc: InstanceType<typeof Pdf>;
  readonly #options: PaperOptions;
  readonly #bytes: Promise<Buffer>;

  constructor(options: PaperOptions = {}) {
    this.#options = options;
    this.#doc = new Pdf({
      autoFirstPage: false,
      info: { Title: 'SYNTHETIC', CreationDate: new Date('2026-01-01T00:00:00Z') },
    });
    this.#bytes = buffer(this.#doc);
  }

  page(): this {
    const { sideways = false, rotate = 0 } = this.#options;
    const page = this.#doc.addPage({ size: sideways ? [792, 612] : 'LETTER', margin: 0 }).page;
    if (rotate !== 0) (page.dictionary.data as Record<string, unknown>)['Rotate'] = rotate;
    if (sideways) this.#doc.transform(0, 1, -1, 0, 792, 0);
    this.text(40, this.#options.markTop ?? 770, 'SYNTHETIC - made for tests, about nobody and no vehicle', { size: 7 });
    return this;
  }

  // oxlint-disable-next-line max-params -- a position is two numbers, and every line of a layout has one
  text(x: number, y: number, text: string, style: Style = {}): this {
    const { font = 'Helvetica', size = 9 } = this.#options;
    this.#choose(fonts[font][style.bold === true ? 1 : 0], style.size ?? size);
    const width = style.align === undefined || style.align === 'left' ? 0 : this.#doc.widthOfString(text);
    const left = style.align === 'center' ? x - width / 2 : x - width;
    this.#doc.text(text, left, y, { lineBreak: false });
    return this;
  }

  /** Wrapped sentences. */
  // oxlint-disable-next-line max-params -- as above
  prose(x: number, y: number, width: number, text: string): this {
    const { font = 'Helvetica', size = 9 } = this.#options;
    this.#choose(fonts[font][0], size);
    this.#doc.text(text, x, y, { width, align: 'left' });
    return this;
  }

  /** The width of a drawn text. */
  widthOf(text: string, { bold = false, size = 9 }: Style): number {
    this.#choose(fonts[this.#options.font ?? 'Helvetica'][bold ? 1 : 0], size);
    return this.#doc.widthOfString(text);
  }

  #choose(name: string, size: number): void {
    const { metric, garbled = false } = this.#options;
    this.#doc.font(name).fontSize(size);
    if (metric !== undefined) retellFont(this.#doc, metric, garbled);
  }

  picture(png: Buffer, turnDegrees = 0): this {
    this.#doc.addPage({ size: 'LETTER', margin: 0 });
    if (turnDegrees !== 0) this.#doc.rotate(turnDegrees, { origin: [306, 396] });
    this.#doc.image(png, 0, 0, { width: 612 });
    return this;
  }

  /** Sideways, on a landscape page that no reader turns back. */
  turnedPicture(png: Buffer, degrees: 90 | 270): this {
    this.#doc.addPage({ size: [792, 612], margin: 0 });
    if (degrees === 90) this.#doc.transform(0, 1, -1, 0, 792, 0);
    else this.#doc.transform(0, -1, 1, 0, 0, 612);
    this.#doc.image(png, 0, 0, { width: 612 });
    return this;
  }

  async done(): Promise<Buffer> {
    this.#doc.end();
    return this.#bytes;
  }
}

export const dollars = (cents: number): string => {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US');
  return `${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};

export const miles = (count: number): string => count.toLocaleString('en-US');

const two = (number: number): string => String(number).padStart(2, '0');
export const slashed = (date: Date): string =>
  `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${date.getUTCFullYear()}`;
export const isoDay = (date: Date): string => date.toISOString().slice(0, 10);
export const spelled = (date: Date): string =>
  date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
