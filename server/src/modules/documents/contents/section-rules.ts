// A report cut at its headings: a label counts only in its section.
import type { Word } from '../extraction/read-word-table.ts';
import { textOf, toRows, type Precision, type Row } from './row-rules.ts';

/** The part of a report between two headings. */
export type Section = { readonly name: string; readonly words: readonly Word[] };

/** Which rows are headings: by their words, and by where they begin. */
export type Headings = {
  readonly pattern: RegExp;
  /** Headings begin left of it; the same words further right are captions or columns. */
  readonly leftMost: number;
  /** A heading has nothing beside it, up to this edge. */
  readonly alone: number;
};

const footer = /^(?:©|\(c\)|copyright\b)/i;

/** Without the running footers and what stands below them, which would else be part of the last row of a table. */
export function withoutFooters(words: readonly Word[], precision: Precision): Word[] {
  const tops = new Map<number, number>();
  for (const row of toRows(words, precision))
    if (footer.test(textOf(row.words))) tops.set(row.page, Math.min(...row.words.map(({ y }) => y)));
  return words.filter(({ page, y, h }) => y + h / 2 < (tops.get(page) ?? Infinity));
}

/** Cuts a report at its headings. What precedes the first has the name "". Sections of one name are told apart by order. */
export function cutSections(words: readonly Word[], headings: Headings, precision: Precision): Section[] {
  const sections: { name: string; words: Word[] }[] = [{ name: '', words: [] }];
  for (const row of toRows(words, precision)) {
    const name = headingOf(row, headings);
    if (name === undefined) sections.at(-1)?.words.push(...row.words);
    else sections.push({ name, words: row.words.filter(({ x }) => x >= headings.alone) });
  }
  return sections;
}

function headingOf(row: Row, { pattern, leftMost, alone }: Headings): string | undefined {
  const words = row.words.filter(({ x }) => x < alone);
  const text = textOf(words);
  return words[0] !== undefined && words[0].x <= leftMost && pattern.test(text) ? text : undefined;
}

/** All words of the sections with a name that fits. */
export const wordsOf = (sections: readonly Section[], name: RegExp): Word[] =>
  sections.filter((section) => name.test(section.name)).flatMap((section) => section.words);
