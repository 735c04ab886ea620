// VINs of comparable vehicles, of which part may be hidden, and how a list of them begins.

/** Seventeen characters, of which the last six may stand for others. */
export const readComparableVin = (text: string): string | undefined =>
  /^[A-HJ-NPR-Z0-9]{17}$/.test(text) && /\d/.test(text) ? text : undefined;

/** Serial numbers end in digits; six letters hide one. */
export const isMasked = (vin: string): boolean => /[A-Z*]{6}$/.test(vin);

/** One of the three lines above a list. */
export const isListHeader = (text: string): boolean =>
  /^(?:Source Vehicle Price)?\s?(?:Adjusted|Comparable|Value)?$/.test(text) && text !== '';
