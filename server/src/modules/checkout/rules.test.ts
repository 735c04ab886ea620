import { figureSources } from '#lib/numbers/offer-parts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProviderHold } from '#gateways/cards';
import { decideCapture } from './capture-rules.ts';
import { decideMoney, decideReconcile, isCovered, nextCheck, priceOf, findBlockingProduct } from './rules.ts';
import { holdStates, holdTransitions, type HoldAction, type HoldState, standingStates } from './transitions.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const later = new Date('2026-11-20T12:00:00.000Z');

const hold = (state: HoldState, action: 'capture' | 'release' | null = null) => ({
  id: 'hld_1',
  state,
  amountCents: 47_200,
  requestedAction: action,
  createdAt: now,
  captureBefore: later,
});

const providerState = (changes: Partial<ProviderHold> = {}): ProviderHold => ({
  holdId: 'hld_1',
  page: 'complete',
  url: undefined,
  intentId: 'pi_1',
  money: 'held',
  amountCents: 47_200,
  capturedCents: 0,
  captureBefore: later,
  lapsed: false,
  refundedCents: 0,
  dispute: undefined,
  ...changes,
});

describe('the transitions of a hold', () => {
  it('holds allow exactly the transitions of the table', () => {
    const ways = (['none', ...holdStates] as const).flatMap((from) =>
      (Object.keys(holdTransitions.table) as HoldAction[])
        .filter((action) => holdTransitions.canMove(from, action))
        .map((action) => `${from} -${action}-> ${holdTransitions.table[action].to}`),
    );
    expect(ways).toEqual([
      'none -accepted-> page_open',
      'page_open -placed-> held',
      'page_open -lapsed-> expired',
      'page_open -failed-> failed',
      'held -captured-> captured',
      'held -released-> released',
      'held -lapsed-> expired',
      'held -failed-> failed',
    ]);
  });

  it('reconciliation stays within the table: every verdict is one of its paths', () => {
    const any = fc.record({
      page: fc.constantFrom('open' as const, 'complete' as const, 'expired' as const),
      money: fc.constantFrom('none' as const, 'held' as const, 'captured' as const, 'canceled' as const),
      lapsed: fc.boolean(),
      amountCents: fc.constantFrom(47_200, 1),
      holdId: fc.constantFrom('hld_1', 'hld_2', undefined),
    });
    const state = fc.constantFrom(...holdStates);
    const requestedActions = fc.constantFrom('capture' as const, 'release' as const, null);
    fc.assert(
      fc.property(state, requestedActions, fc.tuple(any, fc.boolean()), (from, requested, [word, over]) => {
        const verdict = decideReconcile(
          hold(from, from === 'held' ? requested : null),
          providerState(word),
          over ? later : now,
        );
        let at: HoldState = from;
        for (const action of verdict.moves) {
          expect([at, action, holdTransitions.canMove(at, action)]).toEqual([at, action, true]);
          at = holdTransitions.table[action].to;
        }
        // Only an active hold with a requested capture is captured.
        if (verdict.ask === 'capture') expect([from, requested, word.money]).toEqual(['held', 'capture', 'held']);
        // No money stays held for a hold that has ended.
        if (at !== 'held' && at !== 'page_open' && at !== 'captured' && word.money === 'held') {
          expect(verdict.ask).toBe('release');
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[HoldState, Partial<ProviderHold>, 'capture' | 'release' | null, string]>([
    ['page_open', { page: 'open', money: 'none' }, null, ''],
    ['page_open', {}, null, 'placed'],
    ['page_open', { money: 'captured', capturedCents: 47_200 }, null, 'placed captured'],
    ['page_open', { page: 'expired', money: 'none' }, null, 'lapsed'],
    ['page_open', { amountCents: 1 }, null, 'failed release'],
    ['page_open', { holdId: 'hld_2' }, null, 'failed release'],
    ['held', {}, null, ''],
    ['held', {}, 'capture', 'capture'],
    ['held', {}, 'release', 'release'],
    ['held', { money: 'captured' }, 'capture', 'captured'],
    ['held', { money: 'canceled', lapsed: true }, null, 'lapsed'],
    ['held', { money: 'canceled', lapsed: true }, 'capture', 'lapsed'],
    ['held', { money: 'canceled' }, 'release', 'released'],
    ['held', { money: 'canceled' }, null, 'released'],
    ['held', { page: 'open', money: 'none' }, null, ''],
    ['expired', {}, null, 'release'],
    ['failed', {}, null, 'release'],
    ['released', {}, null, 'release'],
    ['captured', {}, null, ''],
    ['captured', { money: 'canceled' }, null, ''],
    ['page_open', { page: 'complete', money: 'none' }, null, ''],
  ])('a hold in %s with provider state %j and requested action %s becomes %s', (...row) => {
    const [state, word, action, expected] = row;
    const { moves, ask } = decideReconcile(hold(state, action), providerState(word), now);
    expect([...moves, ...(ask === undefined ? [] : [ask])].join(' ')).toBe(expected);
  });

  it('a hold whose authorization is over ends although the provider still shows it', () => {
    expect(decideReconcile(hold('held'), providerState(), later)).toEqual({ moves: [], ask: 'release' });
    expect(decideReconcile(hold('held'), providerState({ money: 'canceled' }), later).moves).toEqual(['lapsed']);
    expect(decideReconcile(hold('held', 'capture'), providerState(), later)).toEqual({ moves: [], ask: 'capture' });
  });
});

describe('a provider without any further information', () => {
  const end = new Date(now.getTime() + (7 * 24 + 2) * 3_600_000);
  const early = new Date(end.getTime() - 1);
  const unknownEnd = (state: HoldState) => ({ ...hold(state), captureBefore: undefined });

  it('a provider without information is awaited until no bank can hold anything, and no longer', () => {
    for (const state of ['page_open', 'held'] as const) {
      expect(decideReconcile(unknownEnd(state), undefined, early)).toEqual({ moves: [] });
      expect(decideReconcile(unknownEnd(state), undefined, end).moves).toEqual(['lapsed']);
      expect(decideReconcile(hold(state), undefined, later).moves).toEqual(['lapsed']);
    }
    const withoutMoney = providerState({ page: 'complete', money: 'none', captureBefore: undefined });
    expect(decideReconcile(unknownEnd('page_open'), withoutMoney, early)).toEqual({ moves: [] });
    expect(decideReconcile(unknownEnd('page_open'), withoutMoney, end).moves).toEqual(['lapsed']);
    expect(decideReconcile(hold('held'), withoutMoney, later).moves).toEqual(['lapsed']);
  });

  it('a provider without information changes nothing about a hold that has ended', () => {
    for (const state of ['captured', 'released', 'expired', 'failed'] as const) {
      expect(decideReconcile(hold(state), undefined, end)).toEqual({ moves: [] });
    }
  });
});

describe('an end that the provider moves to later', () => {
  it('the latest end from the provider counts: an active hold is not released early', () => {
    const longer = providerState({ captureBefore: new Date(later.getTime() + 86_400_000) });
    expect(decideReconcile(hold('held'), longer, later)).toEqual({ moves: [] });
  });
});

describe('research next to representation', () => {
  it.each(holdStates)('research next to representation that is %s', (state) => {
    const covers = standingStates.includes(state) || state === 'captured';
    const [research, representation] = [{ product: 'research' as const }, { product: 'representation' as const }];
    expect(isCovered(research, [{ product: 'representation', state }])).toBe(covers);
    expect(isCovered({ ...research, coveredAt: now }, [{ product: 'representation', state }])).toBe(true);
    expect(isCovered(research, [{ product: 'research', state }])).toBe(false);
    expect(isCovered(representation, [{ product: 'representation', state }])).toBe(false);
  });

  it('research is released when it becomes active there, and stays charged when it was paid', () => {
    const covered = { ...hold('page_open'), covered: true };
    expect(decideReconcile(covered, providerState(), now)).toEqual({
      moves: ['failed'],
      failure: 'covered',
      ask: 'release',
    });
    expect(decideReconcile(covered, providerState({ money: 'captured' }), now).moves).toEqual(['placed', 'captured']);
    const standing = (action: 'capture' | 'release' | null) => ({ ...hold('held', action), covered: true });
    for (const requested of ['capture', 'release', null] as const)
      expect(decideReconcile(standing(requested), providerState(), now)).toEqual({ moves: [], ask: 'release' });
    const ended = { moves: ['failed'], failure: 'covered' };
    for (const lapsed of [true, false])
      expect(decideReconcile(standing(null), providerState({ money: 'canceled', lapsed }), now)).toEqual(ended);
    expect(decideReconcile(standing('release'), providerState({ money: 'canceled' }), now).moves).toEqual(['released']);
    expect(decideReconcile(standing('capture'), providerState({ money: 'captured' }), now).moves).toEqual(['captured']);
  });
});

describe('the next reconciliation', () => {
  it('the next reconciliation is never later than the end of a hold, and there is none after it', () => {
    for (const state of holdStates) {
      const next = nextCheck({ state, requestedAction: null, captureBefore: later }, now);
      const asked = state === 'page_open' || state === 'held' || state === 'captured';
      expect([state, next === null]).toEqual([state, !asked]);
      if (next !== null) expect(next > now && next <= later).toBe(true);
    }
    const almost = new Date(later.getTime() - 1000);
    expect(nextCheck({ state: 'held', requestedAction: null, captureBefore: later }, almost)).toEqual(later);
    expect(nextCheck({ state: 'held', requestedAction: null, captureBefore: later }, later)! > later).toBe(true);
  });
});

describe('the chargeable amount', () => {
  it('the chargeable amount is never more than the hold, and zero for representation below an improvement of 100000 cents [A-PRICE-013]', () => {
    const figure = fc.record({ cents: fc.integer({ min: 0, max: 300_000 }), from: fc.constantFrom(...figureSources) });
    const maybe = fc.option(figure, { nil: undefined });
    const side = fc.record({ value: maybe, tax: maybe, deductible: maybe, total: maybe, stated: maybe });
    const facts = fc.record({
      product: fc.constantFrom('research' as const, 'representation' as const),
      state: fc.constantFrom(...holdStates),
      requestedAction: fc.constantFrom('capture', 'release', null),
      amountCents: fc.constantFrom(19_900, 47_200, 49_700),
      paidCents: fc.constantFrom(0, 0, 1, 15_000, 19_900),
      covered: fc.constantFrom(false, false, false, true),
      besideResearch: fc.constantFrom(false, false, false, true),
      paid: fc.constantFrom([], [], [], ['research' as const], ['representation' as const]),
      kind: fc.constantFrom('hold' as const, 'card' as const),
      researchGiven: fc.constantFrom(true, true, false),
      seenOnPaper: fc.constantFrom(true, true, false),
      offer: side,
      settlement: side,
    });
    const wanted = fc.option(fc.integer({ min: 1, max: 60_000 }), { nil: undefined });
    let captured = 0;
    fc.assert(
      fc.property(facts, wanted, (some, cents) => {
        const creditCents = some.product === 'research' ? 0 : some.paidCents;
        const known = { ...some, creditCents };
        const verdict = decideCapture(known, cents);
        if (verdict.kind !== 'capture') return;
        captured += 1;
        expect([standingStates.includes(known.state), known.requestedAction]).toEqual([true, null]);
        expect(known.covered).toBe(false);
        expect(verdict.cents).toBe(cents ?? known.amountCents - creditCents);
        expect(verdict.cents + creditCents).toBeLessThanOrEqual(known.amountCents);
        expect(known.paid).not.toContain(known.product);
        expect(known.kind === 'hold' || verdict.cents >= 50).toBe(true);
        if (known.product === 'research') {
          expect(known.researchGiven).toBe(true);
          return;
        }
        expect(known.kind === 'hold' || known.seenOnPaper).toBe(true);
        expect(known.besideResearch).toBe(false);
        const [from, to] = [known.offer.value?.cents ?? Infinity, known.settlement.value?.cents ?? 0];
        expect(to - from).toBeGreaterThanOrEqual(100_000);
      }),
      { numRuns: 5000 },
    );
    expect(captured).toBeGreaterThan(50);
  });
});

it('money that is disputed or being refunded counts as open, so that no case closes as paid', () => {
  const charge = { product: 'research', state: 'captured', heldAt: now, dispute: undefined, refunds: [] } as const;
  expect(decideMoney([charge], [])).toEqual({ open: false, done: true });
  for (const status of ['needs_response', 'under_review'])
    expect(decideMoney([{ ...charge, dispute: { status } }], [])).toEqual({ open: true, done: false });
  expect(decideMoney([{ ...charge, dispute: { status: 'won' } }], [])).toEqual({ open: false, done: true });
  expect(decideMoney([{ ...charge, refunds: [{ state: 'requested' }] }], [])).toEqual({ open: true, done: false });
});

describe('prices and offers', () => {
  it('prices have the discount for representation only [A-PRICE-005]', () => {
    expect(priceOf('research', true)).toEqual({ amountCents: 19_900, discountCents: 0 });
    expect(priceOf('representation', true)).toEqual({ amountCents: 47_200, discountCents: 2_500 });
    expect(priceOf('representation', false)).toEqual({ amountCents: 49_700, discountCents: 0 });
  });

  it.each(holdStates)('offers with one hold that is %s', (state) => {
    const stands = standingStates.includes(state) || state === 'captured' || state === 'released';
    expect(findBlockingProduct('research', [{ product: 'research', state }])).toBe(stands ? 'research' : undefined);
    expect(findBlockingProduct('representation', [{ product: 'research', state }])).toBeUndefined();
    const covered = stands ? 'representation' : undefined;
    expect(findBlockingProduct('research', [{ product: 'representation', state }])).toBe(covered);
    expect(findBlockingProduct('representation', [{ product: 'representation', state }])).toBe(covered);
  });
});
