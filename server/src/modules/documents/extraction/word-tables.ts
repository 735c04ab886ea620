/** A word with its position in points from the upper left of the upright page. */
export type Word = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly text: string;
  /** OCR confidence, 0 to 100; embedded text has 100. */
  readonly sure: number;
};

/** Twice the words of the longest report seen; the rest is ignored. */
const maxWords = 8000;
/** No value is longer; the rest of a longer word is dropped. */
const maxWordLength = 200;

/** Control characters and other invisible ones, including zero bytes, are not part of any value. A run of blanks is one. */
const shown = (text: string): string =>
  text
    .slice(0, maxWordLength)
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

type Row = Word & { readonly line: string };
type Sheet = { readonly page: number; readonly width: number; readonly height: number; readonly rows: Row[] };

type Text = { readonly pages: number; readonly words: readonly Word[] };

/** Parses the table that pdftotext and tesseract write: one row per page, block, line and word. */
export function readWordTable(table: string, scale = 1): Text {
  const sheets: Sheet[] = [];
  let count = 0;
  for (const line of linesOf(table)) {
    if (count >= maxWords) break;
    const [level, page, a, b, c, , left, top, width, height, sure, ...rest] = line.split('\t');
    const [x, y, w, h] = [left, top, width, height].map((figure) => Number(figure) * scale) as [
      number,
      number,
      number,
      number,
    ];
    if (level === '1') sheets.push({ page: Number(page), width: w, height: h, rows: [] });
    const text = shown(rest.join(' '));
    if (level !== '5' || text === '' || ![x, y, w, h].every(Number.isFinite)) continue;
    count += 1;
    sheets.at(-1)?.rows.push({ page: Number(page), x, y, w, h, text, sure: Number(sure), line: `${a}/${b}/${c}` });
  }
  const pages = table.match(/^1\t/gm)?.length ?? 0;
  return { pages, words: sheets.flatMap((sheet) => toUpright(sheet)) };
}

/** A generator, because a table can have far more lines than are read. */
function* linesOf(table: string): Generator<string> {
  for (let start = 0; start < table.length;) {
    const end = table.indexOf('\n', start);
    yield table.slice(start, end === -1 ? undefined : end);
    if (end === -1) return;
    start = end + 1;
  }
}

type Turn = 'upright' | 'clockwise' | 'counterclockwise' | 'upside down';

function toUpright(sheet: Sheet): Word[] {
  const turn = turnOf(sheet.rows);
  const { width, height } = sheet;
  return sheet.rows.map(({ line: _line, ...word }) => {
    const { x, y, w, h } = word;
    if (turn === 'clockwise') return { ...word, x: y, y: width - x - w, w: h, h: w };
    if (turn === 'counterclockwise') return { ...word, x: height - y - h, y: x, w: h, h: w };
    if (turn === 'upside down') return { ...word, x: width - x - w, y: height - y - h };
    return word;
  });
}

/** The rotation of a page's text, by the position of each next word of a line; the majority decides. */
function turnOf(rows: readonly Row[]): Turn {
  const votes: Record<Turn, number> = { upright: 0, clockwise: 0, counterclockwise: 0, 'upside down': 0 };
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    const sideways = row.text.length > 3 && row.h > 1.5 * row.w;
    if (next === undefined || next.line !== row.line) {
      if (row.text.length > 3 && !sideways) votes.upright += 0.25;
      continue;
    }
    const [dx, dy] = [next.x - row.x, next.y - row.y];
    if (Math.abs(dx) >= Math.abs(dy)) votes[dx >= 0 ? 'upright' : 'upside down'] += 1;
    else votes[dy >= 0 ? 'clockwise' : 'counterclockwise'] += 1;
  }
  return (Object.keys(votes) as Turn[]).reduce((most, turn) => (votes[turn] > votes[most] ? turn : most), 'upright');
}
