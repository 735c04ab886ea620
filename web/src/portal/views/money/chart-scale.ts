type Scale = { readonly low: number; readonly high: number; readonly ticks: readonly number[] };

/** From a round amount at or below zero to a round one above all, in four steps or fewer on either side of it. */
export function chartScale(values: readonly number[]): Scale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  // In dollars: an axis that counts cents says nothing.
  const rough = Math.max(100, (most - least) / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const [first, last] = [Math.floor(least / step), Math.max(1, Math.ceil(most / step))];
  const ticks = Array.from({ length: last - first + 1 }, (_none, index) => (first + index) * step);
  return { low: first * step, high: last * step, ticks };
}

type Label = { readonly index: number; readonly month: string; readonly year: string | undefined };

/** The width of a month's label in drawing units, including spacing. */
const labelWidth = 30;

/** As many months as have room for their name, each year named once. */
export function labeledMonths(months: readonly string[], step: number): Label[] {
  const every = Math.ceil(labelWidth / step);
  const named = months.map((month, index) => ({ month, index })).filter(({ index }) => index % every === 0);
  return named.map(({ month, index }, place) => {
    const year = month.slice(0, 4);
    return { index, month, year: named[place - 1]?.month.startsWith(year) === true ? undefined : year };
  });
}
