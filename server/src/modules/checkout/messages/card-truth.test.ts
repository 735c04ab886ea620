import { describe, expect, it } from 'vitest';
import type { Hold } from '../hold-store.ts';
import { holdStates, standingStates, type HoldState } from '../transitions.ts';
import { standingOf } from './standing-page.ts';

const at = new Date('2026-11-16T12:00:00.000Z');
const reader = { language: 'en', zone: 'America/New_York' } as const;

const cardIn = (state: HoldState, changes: Partial<Hold> = {}): Hold => ({
  id: 'hld_000000000000000000000000',
  checkoutId: 'chk_1',
  consultationId: 'cse_1',
  test: false,
  product: 'representation',
  kind: 'card',
  state,
  amountCents: 47_200,
  discountCents: 2_500,
  acceptance: { at: at.toISOString(), ip: '', user_agent: '', terms_version: '2026-11-19', price_cents: 47_200 },
  attempt: 1,
  sessionId: 'cs_1',
  intentId: state === 'captured' ? 'pi_1' : undefined,
  customerId: 'cus_1',
  methodId: 'pm_1',
  declines: 0,
  requestedAction: null,
  requestedCents: null,
  requestedBy: null,
  captureBefore: at,
  cardUntil: undefined,
  holdLapsedAt: undefined,
  capturedCents: state === 'captured' ? 47_200 : null,
  refundedCents: 0,
  refundedAt: undefined,
  dispute: undefined,
  refunds: [],
  creditCents: 0,
  coveredAt: undefined,
  failure: null,
  createdAt: at,
  heldAt: at,
  endedAt: at,
  ...changes,
});

const disputed = (status: string): Partial<Hold> => ({
  dispute: { status, amountCents: 47_200, dueAt: at, changedAt: at },
});

/** Every situation of a hold with a saved card. */
const situations: readonly Hold[] = holdStates.flatMap((state) => [
  cardIn(state),
  cardIn(state, { heldAt: undefined }),
  cardIn(state, { holdLapsedAt: at }),
  ...['declined', 'authentication required', 'card removed', 'unknown to the provider', 'mismatch'].map((failure) =>
    cardIn(state, { failure }),
  ),
  ...(standingStates.includes(state)
    ? [
        cardIn(state, { requestedAction: 'capture', requestedCents: 47_200 }),
        cardIn(state, { requestedAction: 'release' }),
      ]
    : []),
  ...(state === 'captured'
    ? [
        cardIn(state, { refundedCents: 5_000 }),
        cardIn(state, { refundedCents: 47_200 }),
        ...['needs_response', 'under_review', 'won', 'lost', 'warning_closed'].map((s) => cardIn(state, disputed(s))),
      ]
    : []),
]);

const charging = ({ requestedAction }: Hold): boolean => requestedAction === 'capture';
const isPaid = ({ state }: Hold): boolean => state === 'captured';
const isSaved = ({ state }: Hold): boolean => standingStates.includes(state);
const waits =
  (...states: readonly HoldState[]) =>
  ({ state, requestedAction }: Hold): boolean =>
    states.includes(state) && requestedAction === null;

/** Each sentence of the page with the condition under which it is true. */
const sentences: readonly (readonly [RegExp, (hold: Hold) => boolean])[] = [
  [/Nothing is held or charged for representation right now\./, waits('saved')],
  [
    /captured only if the settlement improves by at least \$1,000; otherwise nothing is charged/,
    waits('held', 'saved'),
  ],
  [/Your \$472 hold is in place/, ({ state }) => state === 'held'],
  [/aside until/, waits('held')],
  [/The hold on your card ended on/, (hold) => waits('saved')(hold) && hold.holdLapsedAt !== undefined],
  [/We place the hold again only once/, waits('held', 'saved')],
  [/Nothing was charged/, (hold) => !isPaid(hold) && !charging(hold)],
  [/nothing is charged\. Open/, ({ requestedAction }) => requestedAction === 'release'],
  [/Your card is saved/, isSaved],
  [/Nothing is held\. /, ({ state }) => state === 'expired' || state === 'failed'],
  [/We are charging/, charging],
  [/We are releasing the hold and removing/, ({ requestedAction }) => requestedAction === 'release'],
  [/stays saved until/, waits('saved')],
  [/is due/, waits('charge_failed')],
  [/wants you to confirm/, ({ failure }) => failure === 'authentication required'],
  [/You have withdrawn/, ({ state }) => state === 'withdrawn'],
  [/We removed your card, as the terms say/, ({ state, heldAt }) => state === 'expired' && heldAt !== undefined],
  [/We charged <strong>\$472\.00/, isPaid],
  [/is paid/, (hold) => isPaid(hold) && hold.refundedCents < 47_200 && hold.dispute?.status !== 'lost'],
  [/is refunded/, ({ refundedCents }) => refundedCents === 47_200],
  [/We have refunded/, ({ refundedCents }) => refundedCents > 0],
  [/is disputed|you dispute/, ({ dispute }) => ['needs_response', 'under_review'].includes(dispute?.status ?? '')],
  [/taken back/, ({ dispute }) => dispute?.status === 'lost'],
  [/the charge stands/, ({ dispute }) => dispute?.status === 'won'],
];

const whole = { withdraw: '/withdraw', change: '/representation/card', testCard: false, again: true, looksAgain: true };
const none = { withdraw: undefined, change: undefined, testCard: false, again: false, looksAgain: false };

describe('every sentence about a hold with a saved card', () => {
  it.each(sentences)(
    'the sentence %s appears only where it is true, and somewhere unless never',
    (sentence, isTrue) => {
      const said = situations.filter((hold) => {
        const { title, words } = standingOf(hold, whole, reader);
        return sentence.test(`${title}. ${words.markup}`.replace(/\s+/g, ' '));
      });
      expect(said.filter((hold) => !isTrue(hold)).map(({ state, failure }) => [state, failure])).toEqual([]);
      expect(said.length > 0).toBe(situations.some(isTrue));
    },
  );

  it('withdrawing and changing the card are offered only where they are possible', () => {
    for (const hold of situations) {
      expect(standingOf(hold, none, reader).words.markup).not.toContain('<form');
      const all = standingOf(hold, whole, reader).words.markup;
      expect(all.includes('representation/card')).toBe(hold.state === 'charge_failed' && hold.requestedAction === null);
    }
  });
});

describe('a day in the texts about money', () => {
  it("a day is the reader's local day, not that of UTC", () => {
    const evening = cardIn('captured', { endedAt: new Date('2026-11-17T02:00:00.000Z') });
    expect(standingOf(evening, none, reader).words.markup).toContain('November 16, 2026');
  });
});
