/** Dollars to cents, half up; four decimals first, so that 1.005 is 101 and not 100 (decision 16). */
export const dollarsToCents = (dollars: number): number => Math.round(Number((dollars * 100).toFixed(4)));
