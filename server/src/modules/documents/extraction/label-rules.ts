import { type Vendor, labelMaps, startLabels, otherLabels } from './label-data.ts';

const allLabels = Object.values(labelMaps)
  .flatMap((map) => Object.values(map))
  .flat()
  .map(({ pattern }) => pattern);

const labelAlone = new RegExp(`^(?:${[...new Set(allLabels), startLabels, otherLabels].join('|')})$`, 'i');

const labelFirst = new RegExp(`^(?:${[...new Set(allLabels), startLabels].join('|')})`, 'i');

/** Whether the value of a field may follow. */
export const beginsWithLabel = (text: string): boolean => labelFirst.test(text);

/** Whether the whole text is a label. */
export const isLabel = (text: string): boolean =>
  [text, text.replace(/[:#]$/, '')].some((label) => labelAlone.test(label.trimEnd()));

/** From here on values belong to other vehicles. */
export const startsComparables = (text: string): boolean =>
  /^(?:comparable (?:vehicles?|listings?|sales?|summary)|comparables|comp(?:arable)?(?: vehicle)? #?\d+)\b[^.]{0,40}$/i.test(
    text,
  );

/** From here on values belong to the vehicle of the claim again. */
export const startsOwnVehicle = (text: string): boolean =>
  /^(?:claim information|valuation summary|vehicle information|loss vehicle (?:information|details)|vehicle details|settlement summary|summary of value)\b.{0,20}$/i.test(
    text,
  );

export function detectVendor(text: string): Vendor {
  const ccc = /\bCCC\b ?(?:ONE|Intelligent Solutions|Information Services)/i.test(text);
  // The name is in small print that a scan may lose; no other product words the sum this way.
  const mitchell =
    /\bMitchell\b ?(?:International|Vehicle Valuation|WorkCenter)|Adjustments specific to your (?:vehicle|policy)/i.test(
      text,
    );
  if (!/valuation|market value/i.test(text) || ccc === mitchell) return 'unknown';
  return ccc ? 'ccc' : 'mitchell';
}
