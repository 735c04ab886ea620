import type { Line } from './layout-rules.ts';
import type { Sheet } from './find-values.ts';
import { beginsWithLabel, startsComparables, startsOwnVehicle } from './label-rules.ts';

/** The longest reports have about two hundred labels. */
const maxLabels = 800;

export function toSheet(all: readonly Line[]): Sheet {
  let others = false;
  const lines = all.map((line) => {
    const tableOfContents = line.some(({ text }) => /^\d{1,3}$/.test(text));
    if (line.some(({ text }) => startsComparables(text)) && !tableOfContents) others = true;
    else if (line.some(({ text }) => startsOwnVehicle(text))) others = false;
    return others ? [] : line;
  });
  const labelled = lines.flat().filter(({ text }) => beginsWithLabel(text));
  return { lines, labelled: labelled.slice(0, maxLabels) };
}
