import type { Word } from '../extraction/read-word-table.ts';
import { textOf, wordsBetween, type Row } from './row-rules.ts';

type ModelCell = { readonly text: string; readonly words: readonly Word[] };

/** The cell below "Model" in the grid of the first page, its lines joined without spaces: they break anywhere. */
export function readModelCell(rows: readonly Row[]): ModelCell | undefined {
  const start = rows.findIndex(({ words }) => /^Year Make Model\b/i.test(textOf(words)));
  const label = rows[start]?.words.find(({ text }) => text === 'Model');
  const next = rows[start]?.words.find(({ text }) => text === 'Location');
  if (label === undefined || next === undefined) return undefined;
  const end = rows.findIndex(({ words }, index) => index > start && /\bVIN\b/.test(textOf(words)));
  const cell = rows
    .slice(start + 1, end === -1 ? start + 6 : end)
    .flatMap((row) => wordsBetween(row, label.x - 3, next.x - 2));
  return cell.length === 0 ? undefined : { text: cell.map(({ text }) => text).join(''), words: cell };
}
