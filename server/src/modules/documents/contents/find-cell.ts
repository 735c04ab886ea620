import type { Word } from '../extraction/read-word-table.ts';
import { isNear, phrasesOf, rightOfWord, textOf, type Precision, type Row } from './row-rules.ts';

/** The value under a label: the next row's phrase with the same left edge, a line or two lower. */
export function findCell(rows: readonly Row[], label: string, { edge }: Precision): Word[] | undefined {
  for (const [index, row] of rows.entries()) {
    const found = phrasesOf(row).find((phrase) => textOf(phrase) === label);
    const x = found?.[0]?.x;
    if (found === undefined || x === undefined) continue;
    const below = rows.slice(index + 1, index + 4).filter(({ page, y }) => page === row.page && y - row.y < 20);
    return below.flatMap((one) => wordsFrom(one, x, edge))[0];
  }
  return undefined;
}

/** Words from an edge on, up to the next gap; the phrase is cut at the edge, since cells may stand close together. */
function wordsFrom({ words }: Row, x: number, edge: number): Word[][] {
  const start = words.findIndex((word) => isNear(word.x, x, edge));
  if (start < 0) return [];
  const end = words.findIndex((word, index) => index > start && word.x - rightOfWord(words[index - 1] ?? word) > 5);
  return [words.slice(start, end === -1 ? undefined : end)];
}
