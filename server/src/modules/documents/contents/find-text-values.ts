import { findValues, type Read } from '../extraction/find-values.ts';
import type { LabelGroup } from '../extraction/label-data.ts';
import { layOut } from '../extraction/layout-rules.ts';
import { toSheet } from '../extraction/to-sheet.ts';
import type { Word } from '../extraction/read-word-table.ts';
import type { Found } from './row-rules.ts';

/** The value beside a label among the words of a section, if all such labels agree. */
export function findTextValues<T>(
  words: readonly Word[],
  groups: readonly LabelGroup[],
  read: Read<T>,
): Found<T> | undefined {
  const candidates = findValues(toSheet(layOut(words)), groups, read);
  const [first] = candidates;
  if (first === undefined || candidates.some(({ value }) => value !== first.value)) return undefined;
  const { page, x, y, right, h, text, sure } = first.at;
  return { value: first.value, words: [{ page, x, y, w: right - x, h, text, sure }] };
}
