import { fileURLToPath } from 'node:url';
import type Pdf from 'pdfkit';
import { colors } from '#lib/brand/colors';
import { drawMark, letterhead, type Sender } from '#lib/brand/letterhead';
import type { Table } from './rules.ts';

type Doc = InstanceType<typeof Pdf>;
type Element = ReturnType<Doc['struct']>;
type Fonts = { readonly regular: string; readonly bold: string };
/** `team` is the sender at the head of the first page. */
type PaperInfo = { readonly title: string; readonly at: Date; readonly team: Sender };

const margin = 54;
/** Letter paper is 612 by 792 points. */
const width = 612 - 2 * margin;
const bottom = 792 - margin - 14;

const fontFile = (name: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic; not the scripts of East and South Asia. */
const fontFiles: Fonts = { regular: fontFile('DejaVuSans'), bold: fontFile('DejaVuSans-Bold') };

/** Words of right-to-left scripts, with spaces: each run is laid out as one. */
const rightToLeft = /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff][\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff ]*)/u;

/** Every second run is right-to-left. Spaces after it belong to the next. */
function splitRuns(text: string): string[] {
  const runs = text.split(rightToLeft);
  for (let at = 1; at < runs.length; at += 2) {
    const [run = '', next = ''] = runs.slice(at);
    const bare = run.replace(/(?<! ) +$/, '');
    [runs[at], runs[at + 1]] = [bare, run.slice(bare.length) + next];
  }
  return runs;
}

const { ink, soft, brand, line } = colors.light;

type Style = { readonly font: keyof Fonts; readonly size: number; readonly color?: string };
const body: Style = { font: 'regular', size: 9.5 };
const cell: Style = { font: 'regular', size: 8 };

/**
 * A tagged PDF, written from top to bottom: headings, paragraphs, facts, lists and tables, each an element of the
 * structure tree. Characters missing from the fonts are written as their Unicode numbers.
 */
export class PdfPaper {
  /** Whether a character had to be written as a number. */
  replaced = false;
  readonly #doc: Doc;
  readonly #root: Element;

  private constructor(doc: Doc) {
    this.#doc = doc;
    doc.registerFont('regular', fontFiles.regular);
    doc.registerFont('bold', fontFiles.bold);
    this.#root = doc.struct('Document');
    doc.addStructure(this.#root);
    doc.y = margin;
  }

  static async create({ title, at, team }: PaperInfo): Promise<PdfPaper> {
    // Loaded on first use: it takes longer to load than everything else that serves requests.
    const { default: Paper } = await import('pdfkit');
    const doc = new Paper({
      size: 'LETTER',
      margin,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      bufferPages: true,
      info: { Title: title, Creator: 'Makewhole', Producer: 'Makewhole', CreationDate: at, ModDate: at },
    });
    const paper = new PdfPaper(doc);
    paper.#letterhead(team);
    return paper;
  }

  get stream(): NodeJS.ReadableStream {
    return this.#doc;
  }

  /** The pages so far; the last one is being written. */
  get pages(): number {
    return this.#doc.bufferedPageRange().count;
  }

  /** The logo is visual only; the sender's name is read aloud too. */
  #letterhead(team: Sender): void {
    const size = 28;
    this.#artifact(() => drawMark(this.#doc, { x: margin, y: margin - 2, size }));
    const { name, reach } = letterhead(team);
    const beside = { x: margin + size + 10, width: width - size - 10 };
    this.#element(this.#root, 'P', { words: name, style: { font: 'bold', size: 12, color: brand }, ...beside });
    this.#element(this.#root, 'P', { words: reach, style: { font: 'regular', size: 7.5, color: soft }, ...beside });
    this.#gap(18);
  }

  heading(level: 1 | 2, words: string): void {
    const size = level === 1 ? 18 : 12;
    this.#gap(level === 1 ? 0 : 12);
    // A heading is not left alone at the end of a page.
    this.#makeRoom(size + 40);
    this.#element(this.#root, level === 1 ? 'H1' : 'H2', {
      words,
      style: { font: 'bold', size, color: level === 1 ? ink : brand },
    });
    this.#gap(3);
  }

  paragraph(words: string, style: Style = body): void {
    this.#element(this.#root, 'P', { words, style });
    this.#gap(4);
  }

  facts(facts: readonly (readonly [label: string, value: string])[]): void {
    for (const [label, value] of facts) this.paragraph(`${label}: ${value}`);
  }

  list(items: readonly string[]): void {
    const list = this.#doc.struct('L');
    this.#root.add(list);
    for (const item of items) {
      const entry = this.#doc.struct('LI');
      list.add(entry);
      const height = this.#heightOf(item, body, width - 14);
      this.#makeRoom(height);
      const { y } = this.#doc;
      this.#element(entry, 'Lbl', { words: '•', style: body, x: margin, width: 12 });
      this.#doc.y = y;
      this.#element(entry, 'LBody', { words: item, style: body, x: margin + 14, width: width - 14 });
      entry.end();
      this.#gap(3);
    }
    list.end();
  }

  /** A row is never divided; the heads are repeated on every page, for the eye only. */
  table({ heads, rows }: Table, widths: readonly number[]): { row(index: number): void; end(): void } {
    const table = this.#doc.struct('Table');
    this.#root.add(table);
    const draw = (cells: readonly string[], head: boolean): void => {
      const line = this.#doc.struct('TR');
      table.add(line);
      this.#cells(cells, widths, { line, head });
      line.end();
      this.#rule();
    };
    draw(heads, true);
    return {
      row: (index) => {
        const cells = rows[index] ?? [];
        if (this.#makeRoom(this.#rowHeight(cells, widths, cell))) {
          this.#artifact(() => this.#cells(heads, widths, { line: undefined, head: true }));
          this.#rule();
        }
        draw(cells, false);
      },
      end: () => table.end(),
    };
  }

  /** Numbers each page, within its document, which may continue in other files; after this nothing can be added. */
  end(footer: string, total?: number): void {
    this.#root.end();
    const doc = this.#doc;
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      doc.switchToPage(page);
      // Otherwise text below the margin begins another page.
      doc.page.margins.bottom = 0;
      this.#artifact(() => {
        doc.font('regular').fontSize(7.5);
        doc.text(this.#printable(`${footer}, page ${page + 1} of ${total ?? count}`, 'regular'), margin, 792 - margin, {
          width,
          lineBreak: false,
        });
      });
    }
    doc.end();
  }

  #cells(
    cells: readonly string[],
    widths: readonly number[],
    { line, head }: { line: Element | undefined; head: boolean },
  ): void {
    const style: Style = head ? { font: 'bold', size: 8 } : cell;
    const height = this.#rowHeight(cells, widths, style);
    const { y } = this.#doc;
    let x = margin;
    for (const [index, words] of cells.entries()) {
      const cellWidth = widths[index] ?? 60;
      this.#doc.y = y;
      const text = { words, style, x, width: cellWidth - 6 };
      if (line === undefined) this.#write(text);
      else this.#element(line, head ? 'TH' : 'TD', text);
      x += cellWidth;
    }
    this.#doc.y = y + height;
  }

  #rowHeight(cells: readonly string[], widths: readonly number[], style: Style): number {
    return Math.max(...cells.map((words, index) => this.#heightOf(words, style, (widths[index] ?? 60) - 6))) + 3;
  }

  #heightOf(words: string, { font, size }: Style, within: number): number {
    return this.#doc.font(font).fontSize(size).heightOfString(this.#printable(words, font), { width: within });
  }

  #element(parent: Element, tag: string, text: Text): void {
    // The types of the library do not know the scope of a head.
    const options = tag === 'TH' ? { lang: 'en-US', scope: 'Column' } : {};
    parent.add(this.#doc.struct(tag, options, () => this.#write(text)));
  }

  #write({ words, style, x = margin, width: within = width }: Text): void {
    this.#doc
      .font(style.font)
      .fontSize(style.size)
      .fillColor(style.color ?? ink);
    const runs = splitRuns(this.#printable(words, style.font));
    // The first run sets where the text begins; empty runs would begin a line.
    const filled = runs.filter((run) => run !== '');
    for (const [index, run] of (filled.length === 0 ? [' '] : filled).entries()) {
      const continued = index < filled.length - 1;
      // Named features keep the library from laying out each word separately, from left to right.
      const options = { width: within, continued, ...(rightToLeft.test(run) ? { features: [] } : {}) };
      if (index === 0) this.#doc.text(run, x, this.#doc.y, options);
      else this.#doc.text(run, options);
    }
  }

  /** True when a page was begun. */
  #makeRoom(height: number): boolean {
    if (this.#doc.y + height <= bottom) return false;
    this.#doc.addPage();
    this.#doc.y = margin;
    return true;
  }

  #gap(points: number): void {
    this.#doc.y += points;
  }

  #rule(): void {
    const { y } = this.#doc;
    this.#artifact(() =>
      this.#doc
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .lineWidth(0.4)
        .stroke(line),
    );
    this.#doc.y = y + 3;
  }

  /** Visual only, not part of the text that is read aloud. */
  #artifact(draw: () => unknown): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#doc.endMarkedContent();
  }

  #printable(words: string, font: keyof Fonts): string {
    this.#doc.font(font);
    const {
      _font: { font: known },
    } = this.#doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };
    return Array.from(words.toWellFormed().replaceAll(/[^\P{C}\u200c\u200d]/gu, ' '), (letter) => {
      const code = letter.codePointAt(0) ?? 0;
      if (known.hasGlyphForCodePoint(code)) return letter;
      this.replaced = true;
      return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
    }).join('');
  }
}

type Text = { readonly words: string; readonly style: Style; readonly x?: number; readonly width?: number };
