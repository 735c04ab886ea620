// What was found, as a reading tells it: with its page, its box and how certain it is.
import { sureEnough } from '../extraction/choice-rules.ts';
import type { Word } from '../extraction/read-word-table.ts';
import { rightOfWord, type Found } from './row-rules.ts';

/** Something that a report prints. */
export type Printed<T> = {
  readonly value: T;
  readonly confidence: 'high' | 'low';
  readonly page: number;
  readonly box: number[];
  readonly source: 'text' | 'ocr';
};

const tenths = (edge: number): number => Math.round(edge * 10) / 10;

/** Certain, unless it was recognised and one of its words is a guess; identities may still make it uncertain. */
export function toPrinted<T>({ value, words }: Found<T>, ocr: boolean): Printed<T> {
  const [first] = words;
  // What goes on overleaf is marked where it begins.
  const shown = words.filter(({ page }) => page === first?.page);
  const box = [
    Math.min(...shown.map(({ x }) => x)),
    Math.min(...shown.map(({ y }) => y)),
    Math.max(...shown.map((word: Word) => rightOfWord(word))),
    Math.max(...shown.map(({ y, h }) => y + h)),
  ];
  const sure = Math.min(...words.map((word) => word.sure));
  return {
    value,
    confidence: ocr && sure < sureEnough ? 'low' : 'high',
    page: first?.page ?? 1,
    box: box.map(tenths),
    source: ocr ? 'ocr' : 'text',
  };
}

export const toPrintedOrNothing = <T>(found: Found<T> | undefined, ocr: boolean): Printed<T> | undefined =>
  found === undefined ? undefined : toPrinted(found, ocr);

/** The same, no longer certain. */
export const lowered = <T extends { readonly confidence: 'high' | 'low' }>(one: T): T => ({
  ...one,
  confidence: 'low',
});

export const loweredOrNothing = <T extends { readonly confidence: 'high' | 'low' }>(
  one: T | undefined,
): T | undefined => (one === undefined ? undefined : lowered(one));

/** Leaves out the members that are not there, as stored readings do. */
export function present<T extends object>(members: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
