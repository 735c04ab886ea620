// Text layers that say something else than the page shows: fonts without a map to letters, which some programs embed.
import type { Word } from './read-word-table.ts';

/** Words that every report has many of: 0.159 to 0.282 of the first page of those measured, none of a layer of garbage. */
const common = new Set(
  'the of and vehicle value loss total claim report for is to date odometer price adjusted condition'.split(' '),
);

/** With fewer words the share says nothing. */
const enoughWords = 40;
const leastShare = 0.03;

/** Whether the words of the first page are not those of any report; then the page is read as a scan. */
export function isGarbage(words: readonly Word[]): boolean {
  const [first] = words;
  const page = words.filter((word) => word.page === first?.page);
  const known = page.filter(({ text }) => common.has(text.toLowerCase().replaceAll(/[^a-z]/g, '')));
  return page.length >= enoughWords && known.length < leastShare * page.length;
}
