import type { CardHolds, NewHoldPage, ProviderCard, ProviderHold } from '#gateways/cards';
import type { Ctx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import {
  insertPayment,
  insertRefund,
  listPayments,
  listRefunds,
  lockCaptured,
  updateCaptured,
  updateReleased,
} from './store.ts';
import { decideNextHold, sessionIdOf, toCard, toHold } from './rules.ts';
import {
  findSession,
  insertSession,
  listSessions,
  lockSession,
  updateClosed,
  updateDetached,
} from './session-store.ts';

type Bank = Pick<Ctx, 'config' | 'db' | 'clock'>;

/**
 * The built-in implementation of Stripe's port: no account, no card number, no money. No events are posted:
 * `enterCard` records what happens on its page, and the caller reads the result of its requests.
 */
export function createTestCards(bank: Bank): CardHolds {
  const { config, db, clock } = bank;
  const reach = { live: config.testCards };
  const change = (id: string) => ({ id, now: clock.now(), ...reach });
  return {
    configured: true,
    isTest: true,
    pageOrigin: new URL(config.publicBaseUrl).origin,
    check: async () => 'built-in test cards, without an account',
    createPage: (page) => createPage(bank, page),
    get: (sessionId) => getHold(bank, sessionId),
    // After a restore its pages are restored with the holds that they belong to.
    listPages: () => ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) }),
    closePage: async (sessionId) => void (await updateClosed(db, sessionId, { now: clock.now(), ...reach })),
    async capture({ intentId, amountCents }) {
      if ((await updateCaptured(db, { ...change(intentId), cents: amountCents })) === undefined) throw refused();
    },
    async release({ intentId }) {
      if ((await updateReleased(db, change(intentId))) === undefined) throw refused();
    },
    getCard: ({ sessionId }) => getCard(bank, sessionId),
    place: (request) => placeHold(bank, request),
    detach: async (methodId) => void (await updateDetached(db, sessionIdOf(methodId), { now: clock.now(), ...reach })),
    refund: (request) => refund(bank, request),
    async findRefund({ intentId, refundId }) {
      const known = (await listRefunds(db, intentId)).some(({ id }) => id === refundId);
      return known ? { id: `test_re_${refundId}`, state: 'done' } : undefined;
    },
    readEvent: () => undefined,
  };
}

const refused = (responseCode = 400): GatewayError =>
  new GatewayError('refused', 'the test card provider refused this', { responseCode });

const newTestId = ({ config }: Bank, kind: 'cs' | 'pi'): string => `test_${kind}_${taggedToken(config.cell, 28)}`;

const urlOf = ({ config }: Bank, sessionId: string): string => `${config.publicBaseUrl}/test-cards/${sessionId}`;

async function createPage(bank: Bank, page: NewHoldPage) {
  const { config, db, clock } = bank;
  const { holdId, attempt, title, amountCents, expiresAt, returnUrl, test } = page;
  if (!test && !config.testCards) throw refused(403);
  const row = { id: newTestId(bank, 'cs'), holdId, attempt, title, amountCents, expiresAt, returnUrl };
  const times = { createdAt: clock.now(), livemode: !test, promise: page.save?.promise };
  const sessionId = await insertSession(db, { ...row, ...times }, { live: config.testCards });
  if (sessionId === undefined) throw refused();
  return { sessionId, url: urlOf(bank, sessionId) };
}

async function getHold(bank: Bank, sessionId: string): Promise<ProviderHold | undefined> {
  const { config, db, clock } = bank;
  const reach = { live: config.testCards };
  const session = await findSession(db, sessionId, reach);
  if (session === undefined) return undefined;
  const payments = await listPayments(db, session.holdId, reach);
  return toHold({ session, payments, url: urlOf(bank, sessionId) }, clock.now());
}

async function getCard(bank: Bank, sessionId: string): Promise<ProviderCard | undefined> {
  const { config, db, clock } = bank;
  const reach = { live: config.testCards };
  const session = await findSession(db, sessionId, reach);
  if (session === undefined) return undefined;
  const [sessions, payments] = await Promise.all([
    listSessions(db, session.holdId, reach),
    listPayments(db, session.holdId, reach),
  ]);
  return toCard({ session, sessions, payments, url: urlOf(bank, sessionId) }, clock.now());
}

/** A hold that the bank declines is stored too, so that `getCard` returns the reason. */
async function placeHold(bank: Bank, request: Parameters<CardHolds['place']>[0]): Promise<void> {
  const { holdId, attempt, methodId, amountCents } = request;
  const reach = { live: bank.config.testCards };
  const state = await transact(bank, async (tx) => {
    const session = await lockSession(tx.db, sessionIdOf(methodId), reach);
    if (session?.card === undefined || session.detachedAt !== undefined || session.holdId !== holdId) throw refused();
    const known = (await listPayments(tx.db, holdId, reach)).find((one) => one.attempt === attempt);
    if (known !== undefined) return known.state;
    const now = tx.clock.now();
    const { state, captureBefore } = decideNextHold(session.card, now);
    insertPayment(tx.db, {
      id: newTestId(bank, 'pi'),
      session_id: session.id,
      hold_id: holdId,
      attempt,
      amount_cents: amountCents,
      state,
      capture_before: captureBefore ?? null,
      created_at: now,
    });
    return state;
  });
  if (state === 'declined' || state === 'authentication required') throw refused(402);
}

function refund(bank: Bank, { refundId, intentId, amountCents }: Parameters<CardHolds['refund']>[0]): Promise<void> {
  return transact(bank, async (tx) => {
    const captured = await lockCaptured(tx.db, intentId, { live: bank.config.testCards });
    if (captured === undefined) throw refused();
    const refunds = await listRefunds(tx.db, intentId);
    if (refunds.some(({ id }) => id === refundId)) return;
    const given = refunds.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
    if (given + amountCents > captured) throw refused();
    insertRefund(tx.db, { id: refundId, payment_id: intentId, amount_cents: amountCents });
  });
}
