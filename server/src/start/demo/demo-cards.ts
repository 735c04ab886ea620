import type { CardHolds, HoldPage, ProviderCard, ProviderDispute, ProviderHold } from '#gateways/cards';
import { addDays } from '#lib/time/dates';
import type { Clock } from '#platform/clock';
import { GatewayError } from '#platform/errors';

/** How a card behaves: accepted for good, or declined when its hold is placed again. */
type DemoCard = 'good' | 'declines';

/** The card provider of the demo, and what its customers and banks do there. */
export type DemoCards = {
  readonly cards: CardHolds;
  /** The customer enters a card on the page that was made last. Returns the hold's id. */
  enterCard(card: DemoCard): string;
  /** Every new page is refused until this is called with false. */
  refusePages(refused: boolean): void;
  /** The customer's bank disputes what was charged for a hold. */
  dispute(holdId: string): void;
};

type Refund = { readonly id: string; readonly amountCents: number };

type Page = {
  readonly sessionId: string;
  readonly holdId: string;
  readonly amountCents: number;
  readonly expiresAt: Date;
  readonly saves: boolean;
  card?: DemoCard;
  attached: boolean;
  declinedAttempt?: number;
  money: ProviderHold['money'];
  chargedCents: number;
  lapsed: boolean;
  captureBefore?: Date;
  dispute?: ProviderDispute;
  readonly refunds: Refund[];
};

/** An authorization that nobody captures lasts this long at the banks of the demo. */
const holdDays = 7;
const disputeDays = 9;
const pageOrigin = 'https://cards.invalid';

type Bank = {
  readonly clock: Clock;
  readonly pages: Page[];
  refused: boolean;
};

/**
 * Stands in for the card provider while the demo is made, in this process and in memory: no card exists and no money
 * moves. It implements the port and not the provider's HTTP interface, whose double belongs to the tests.
 */
export function createDemoCards(clock: Clock): DemoCards {
  const bank: Bank = { clock, pages: [], refused: false };
  return {
    cards: createPort(bank),
    enterCard(card) {
      const page = found(bank.pages.at(-1));
      page.card = card;
      page.attached = page.saves;
      [page.money, page.captureBefore] = ['held', addDays(clock.now(), holdDays)];
      return page.holdId;
    },
    refusePages: (refused) => void (bank.refused = refused),
    dispute(holdId) {
      const page = ofHold(bank, holdId);
      const dueAt = addDays(clock.now(), disputeDays);
      page.dispute = { status: 'needs_response', amountCents: page.chargedCents, dueAt };
    },
  };
}

function createPort(bank: Bank): CardHolds {
  const { clock } = bank;
  const ofIntent = (intentId: string): Page => ofHold(bank, intentId.replace('pi_', ''));
  return {
    configured: true,
    check: async () => 'the provider of the demo',
    pageOrigin,
    createPage: async (page) => open(bank, { ...page, saves: page.save !== undefined }),
    get: async (sessionId) => toHold(look(bank, sessionId), clock.now()),
    getCard: async ({ sessionId }) => toCard(look(bank, sessionId), clock.now()),
    // Every page of the demo is one that its database knows.
    listPages: () => ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) }),
    closePage: async () => {},
    capture: async ({ intentId, amountCents }) => charge(ofIntent(intentId), amountCents),
    release: async ({ intentId }) => void (ofIntent(intentId).money = 'canceled'),
    place: async ({ holdId, attempt }) => {
      const page = ofHold(bank, holdId);
      if (page.card === 'good') {
        [page.money, page.captureBefore] = ['held', addDays(clock.now(), holdDays)];
        return;
      }
      page.declinedAttempt = attempt;
      throw new GatewayError('refused', 'the bank of the demo declined', { responseCode: 402 });
    },
    detach: async (methodId) => void (ofHold(bank, methodId.replace('pm_', '')).attached = false),
    refund: async ({ refundId, intentId, amountCents }) =>
      void ofIntent(intentId).refunds.push({ id: refundId, amountCents }),
    findRefund: async ({ intentId, refundId }) =>
      ofIntent(intentId).refunds.some(({ id }) => id === refundId) ? { id: refundId, state: 'done' } : undefined,
    // Only this process can post an event: the demo serves no network.
    readEvent: ({ body }) => {
      const { id, type, holdId } = JSON.parse(body.toString('utf8')) as Record<'id' | 'type' | 'holdId', string>;
      return { id, type, holdId, sessionId: undefined, intentId: undefined };
    },
  };
}

const ofHold = ({ pages }: Bank, holdId: string): Page => found(pages.findLast((page) => page.holdId === holdId));

function open({ pages, refused }: Bank, page: Pick<Page, 'holdId' | 'expiresAt' | 'saves' | 'amountCents'>): HoldPage {
  if (refused) throw new GatewayError('refused', 'the demo refuses this page', { responseCode: 402 });
  const sessionId = `cs_demo_${pages.length + 1}`;
  pages.push({ ...page, sessionId, attached: false, money: 'none', chargedCents: 0, lapsed: false, refunds: [] });
  return { sessionId, url: `${pageOrigin}/${sessionId}` };
}

/** An authorization that is over has ended at the bank by itself. */
function look({ pages, clock }: Bank, sessionId: string): Page | undefined {
  const page = pages.find((one) => one.sessionId === sessionId);
  if (page?.money === 'held' && page.captureBefore !== undefined && page.captureBefore <= clock.now()) {
    page.money = 'canceled';
    page.lapsed = true;
  }
  return page;
}

function charge(page: Page, amountCents: number): void {
  page.money = 'captured';
  page.chargedCents = amountCents;
}

function found(page: Page | undefined): Page {
  if (page === undefined) throw new GatewayError('refused', 'the demo knows no such page', { responseCode: 404 });
  return page;
}

const pageState = ({ card, expiresAt }: Page, now: Date): ProviderHold['page'] =>
  card !== undefined ? 'complete' : now >= expiresAt ? 'expired' : 'open';

const refundedOf = ({ refunds }: Page): number => refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);

const sharedOf = (page: Page, now: Date) => ({
  holdId: page.holdId,
  page: pageState(page, now),
  url: pageState(page, now) === 'open' ? `${pageOrigin}/${page.sessionId}` : undefined,
});

function toHold(page: Page | undefined, now: Date): ProviderHold | undefined {
  if (page === undefined) return undefined;
  return {
    ...sharedOf(page, now),
    intentId: page.card === undefined ? undefined : `pi_${page.holdId}`,
    money: page.money,
    amountCents: page.amountCents,
    capturedCents: page.chargedCents,
    captureBefore: page.captureBefore,
    lapsed: page.lapsed,
    refundedCents: refundedOf(page),
    dispute: page.dispute,
  };
}

function toCard(page: Page | undefined, now: Date): ProviderCard | undefined {
  if (page === undefined) return undefined;
  const { holdId, card, attached, declinedAttempt, money, amountCents, captureBefore, chargedCents } = page;
  return {
    ...sharedOf(page, now),
    customerId: card === undefined ? undefined : `cus_${holdId}`,
    enteredId: card === undefined ? undefined : `pm_${holdId}`,
    attachedIds: attached ? [`pm_${holdId}`] : [],
    held: money === 'held' ? [{ intentId: `pi_${holdId}`, amountCents, captureBefore }] : [],
    charge:
      money === 'captured'
        ? {
            intentId: `pi_${holdId}`,
            amountCents: chargedCents,
            refundedCents: refundedOf(page),
            dispute: page.dispute,
          }
        : undefined,
    attempted: declinedAttempt === undefined ? undefined : { attempt: declinedAttempt, outcome: 'declined' },
  };
}
