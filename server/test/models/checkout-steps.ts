// Actions of customers, staff, the provider, time and crashes on checkouts, in any order.
import * as fc from 'fast-check';
import type { StripeMood } from '#test/doubles/stripe';

/** A process that dies at one of its calls to the provider: before the call, or after the response. */
export type Crash = { readonly call: number; readonly when: 'before' | 'after' };

type Product = 'research' | 'representation';

/** A saved card may also fail when it is charged. */
type Card = 'good' | 'declined' | 'declines later' | 'wants its owner';

export type Step = (
  | { readonly kind: 'accept'; readonly product: Product }
  | { readonly kind: 'pay'; readonly card: Card; readonly page: number }
  | { readonly kind: 'settle'; readonly improvementCents: number }
  | { readonly kind: 'capture'; readonly product: Product; readonly cents: number | undefined }
  | { readonly kind: 'release'; readonly product: Product }
  /** The owner of a saved card removes it, or confirms or changes it after a failed charge. */
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'change' }
  | { readonly kind: 'staff refund'; readonly product: Product; readonly all: boolean }
  | { readonly kind: 'refund'; readonly product: Product; readonly all: boolean }
  | { readonly kind: 'tell'; readonly which: number; readonly twice: boolean }
  | { readonly kind: 'lose event'; readonly which: number }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'time'; readonly seconds: number; readonly providerNotices: boolean }
) & { readonly checkout: 0 | 1; readonly crash: Crash | undefined; readonly mood: StripeMood };

const product = fc.constantFrom<Product>('research', 'representation');
const index = fc.nat({ max: 5 });

const deed = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('accept' as const), product }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      card: fc.constantFrom<Card>('good', 'good', 'good', 'declined', 'declines later', 'wants its owner'),
      page: index,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      improvementCents: fc.constantFrom(-500, 0, 99_999, 100_000, 250_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      product,
      cents: fc.constantFrom(undefined, undefined, 1, 15_000, 47_200, 47_201, 49_700, 60_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), product }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), product, all: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('staff refund' as const), product, all: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('tell' as const), which: index, twice: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose event' as const), which: index }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      seconds: fc.constantFrom(61, 61, 601, 601, 3601, 7201, 86_400, 8 * 86_400),
      providerNotices: fc.boolean(),
    }),
  },
);

const crash = fc.record({
  call: fc.constantFrom(1, 1, 2, 2, 3),
  when: fc.constantFrom('before' as const, 'after' as const),
});

/** Usually nothing fails, otherwise histories would never reach later failures. */
const circumstances = fc.record({
  checkout: fc.constantFrom(0 as const, 1 as const),
  crash: fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: crash }),
  mood: fc.oneof(
    { weight: 8, arbitrary: fc.constant<StripeMood>('accept') },
    { weight: 2, arbitrary: fc.constantFrom<StripeMood>('cut before', 'cut after', 'broken after', 'unavailable') },
  ),
});

const single = fc.tuple(deed, circumstances).map(([what, how]): Step[] => [{ ...what, ...how }]);

const improvementCents = fc.constantFrom(-500, 0, 99_999, 100_000, 250_000);

/** Actions of people, each with its most likely failures. */
const purpose = fc
  .record({
    wanted: product,
    how: circumstances,
    end: fc.constantFrom(
      'stands',
      'charged',
      'charged',
      'given back',
      'changed',
      'withdrawn',
      'released',
      'begun twice',
      'lapsed',
    ),
    first: improvementCents,
    second: improvementCents,
  })
  .map(({ wanted, how, end, first, second }): Step[] => {
    const calm = { checkout: how.checkout, crash: undefined, mood: 'accept' as const };
    const accept: Step = { kind: 'accept', product: wanted, ...calm };
    const pay = (page: number): Step => ({ kind: 'pay', card: 'good', page, ...calm });
    const tell: Step = { kind: 'tell', which: -1, twice: false, ...calm };
    const sweep: Step = { kind: 'sweep', ...calm };
    const wait = (seconds: number): Step => ({ kind: 'time', seconds, providerNotices: seconds > 86_400, ...calm });
    const hold = [accept, pay(0), tell, sweep];
    if (end === 'stands') return hold;
    if (end === 'lapsed') return [...hold, wait(8 * 86_400), sweep];
    if (end === 'released') return [...hold, { kind: 'release', product: wanted, ...how }];
    if (end === 'withdrawn') return [...hold, { kind: 'withdraw', ...how }, wait(61), sweep];
    if (end === 'given back') {
      const settled: Step[] = [{ kind: 'settle', improvementCents: 100_000, ...calm }];
      const charge: Step = { kind: 'capture', product: wanted, cents: undefined, ...calm };
      const refund: Step = { kind: 'staff refund', product: wanted, all: first > 0, ...how };
      return [...hold, ...settled, charge, refund, wait(61), sweep];
    }
    if (end === 'changed') {
      const charge: Step = { kind: 'capture', product: 'representation', cents: undefined, ...how };
      const failing: Step = { kind: 'pay', card: 'declines later', page: 0, ...calm };
      const settled: Step = { kind: 'settle', improvementCents: 100_000, ...calm };
      const begin: Step = { kind: 'accept', product: 'representation', ...calm };
      return [
        begin,
        failing,
        tell,
        sweep,
        settled,
        charge,
        wait(61),
        sweep,
        { kind: 'change', ...how },
        pay(0),
        tell,
        sweep,
        charge,
      ];
    }
    if (end === 'begun twice') return [accept, wait(601), sweep, accept, pay(1), pay(0), tell, sweep];
    return [
      ...hold,
      { kind: 'settle', improvementCents: first, ...calm },
      { kind: 'capture', product: wanted, cents: undefined, ...how },
      { kind: 'settle', improvementCents: second, ...calm },
      wait(61),
      sweep,
    ];
  });

/** Research first, then representation, with failures at any moment at which the two meet. */
const upgrade = fc
  .record({
    how: circumstances,
    moment: fc.constantFrom<'held' | 'charged' | 'refunded' | 'both paid'>(
      'held',
      'charged',
      'charged',
      'refunded',
      'both paid',
    ),
    charging: circumstances,
    last: circumstances,
  })
  .map(({ how, moment, charging, last }): Step[] => {
    const at = { checkout: how.checkout };
    const calm = { ...at, crash: undefined, mood: 'accept' as const };
    const accept = (product: Product): Step => ({ kind: 'accept', product, ...calm });
    const pay = (page: number): Step => ({ kind: 'pay', card: 'good', page, ...calm });
    const tell: Step = { kind: 'tell', which: -1, twice: false, ...calm };
    const sweep: Step = { kind: 'sweep', ...calm };
    const wait: Step = { kind: 'time', seconds: 61, providerNotices: false, ...calm };
    const charge = (product: Product, trouble: typeof how): Step => ({
      kind: 'capture',
      product,
      cents: undefined,
      ...trouble,
      ...at,
    });
    const research = [accept('research'), pay(0), tell, sweep];
    const both = [accept('research'), accept('representation'), pay(1), pay(0), tell, { ...sweep, ...how }];
    const charged = [...research, charge('research', how)];
    const refund: Step = { kind: 'refund', product: 'research', all: false, ...calm };
    const before = { held: research, charged, refunded: [...charged, refund, tell, sweep], 'both paid': [] }[moment];
    return [
      ...(moment === 'both paid' ? both : [...before, accept('representation'), pay(0), tell, sweep]),
      { kind: 'settle', improvementCents: 100_000, ...calm },
      charge('representation', charging),
      charge('research', last),
      wait,
      sweep,
    ];
  });

export const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof({ weight: 9, arbitrary: single }, { weight: 3, arbitrary: purpose }, { weight: 1, arbitrary: upgrade }),
    { minLength: 15, maxLength: 30, size: 'max' },
  )
  .map((parts) => parts.flat());
