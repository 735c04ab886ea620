// A planted bug: a hold is a cent more than the price.
import { meddle } from './meddle.ts';

const prices = new Set([19_900, 47_200, 49_700]);

meddle('insert checkout.holds', {
  sent: (values) => values.map((value) => (prices.has(value) ? value + 1 : value)),
});
