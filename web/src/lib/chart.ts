type Widths = { readonly low: number; readonly high: number; readonly picture: number; readonly gap: number };

/** Where the label of the lowest price ends and that of the highest begins: at the bar, but inside and apart. */
export function placeEnds(lowX: number, highX: number, { low, high, picture, gap }: Widths) {
  const lowRight = Math.min(Math.max(lowX, low), picture - high - gap);
  const highLeft = Math.min(Math.max(highX, lowRight + gap), picture - high);
  return { lowRight, highLeft };
}
