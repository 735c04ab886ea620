type Widths = { readonly low: number; readonly high: number; readonly chart: number; readonly gap: number };

/** Where the low label ends and the high label begins: at the ends of the bar, inside the chart, not overlapping. */
export function positionEndLabels(lowX: number, highX: number, { low, high, chart, gap }: Widths) {
  const lowRight = Math.min(Math.max(lowX, low), chart - high - gap);
  const highLeft = Math.min(Math.max(highX, lowRight + gap), chart - high);
  return { lowRight, highLeft };
}
