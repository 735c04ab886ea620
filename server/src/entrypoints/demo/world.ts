import assert from 'node:assert/strict';
import { createApi } from '#app/api';
import { cardEvents } from '#app/callbacks';
import { createService, type Service } from '#app/composition';
import { drainQueues, sweeps } from '#app/workers/sweeps';
import type { Ctx } from '#context';
import { parseJurisdictions } from '#lib/jurisdictions/parse-jurisdictions';
import { addDays } from '#lib/time/dates';
import { maintainPartitions, maintainHistory } from '#modules/webhooks';
import { maintainLog } from '#modules/portal';
import { disputeCharge } from '#modules/checkout';
import { manualClock, type Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import { sweepOnce } from '#platform/jobs';
import { demoServices } from './demo-offer.ts';
import { createDemoReceivers } from './demo-receivers.ts';
import type { CardHolds } from '#gateways/cards';
import { GatewayError } from '#platform/errors';

/** The built-in test cards as the demo uses them. */
type DemoCards = {
  readonly cards: CardHolds;
  /** The latest page, where the customer enters a card. */
  readonly page: () => string;
  /** Refuses all new pages until called with false. */
  refusePages(refused: boolean): void;
};

/** Remembers the latest page, and refuses pages when the story needs it. */
function createDemoCards({ cards }: Pick<Ctx, 'cards'>): DemoCards {
  let isRefusing = false;
  let last = '';
  return {
    cards: {
      ...cards,
      async createPage(page) {
        if (isRefusing) throw new GatewayError('refused', 'the demo refuses this page', { responseCode: 402 });
        const made = await cards.createPage(page);
        last = new URL(made.url).pathname;
        return made;
      },
    },
    page: () => last,
    refusePages: (refused) => void (isRefusing = refused),
  };
}

/** What acts need: a running service, wherever it runs. */
export type Stage = {
  readonly clock: Pick<Clock, 'now'>;
  readonly cards: CardActs;
  /** The interface's response; an unexpected status ends the demo. */
  call(route: string, options?: Call): Promise<Answered>;
  /** Does everything that is due now. */
  work(): Promise<void>;
  /** The latest match in the emails to an address: a code, a link. */
  mailed(to: string, what: RegExp): string;
};

/** The service in this process, some weeks ago, for a story that ends now. */
export type World = Stage & {
  readonly service: Service;
  readonly start: Date;
  readonly end: Date;
  /** Advances the clock to that time, and does everything that falls due on the way. */
  moveTo(at: Date): Promise<void>;
  close(): Promise<void>;
};

type Call = {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly raw?: { readonly type: string; readonly bytes: string | Buffer };
  readonly expects?: number;
};

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape, read by the story that asked for them
type Answered = any;

/** Long enough to include the end of a month, and the closing of cases after weeks. */
const storyDays = 45;

/** Work that becomes due within this time waits for the next round, as it does for a worker. */
const lookMs = 10 * 60_000;
const dayMs = 86_400_000;

export async function createWorld(config: Config): Promise<World> {
  const end = new Date();
  const start = addDays(end, -storyDays);
  const clock = manualClock(start);
  const mailed: Mailed[] = [];
  const made = createService('makewhole-demo', quiet(config), { clock });
  const cards = createDemoCards(made.ctx);
  const outside = { mail: collectMail(mailed), cards: cards.cards, egress: createDemoReceivers(clock, end) };
  const withOutside = (one: Service): Service => ({ ...one, ctx: { ...one.ctx, ...outside } });
  const { app } = await createApi(withOutside(made));
  const service = withOutside(made.asWorker());
  const { ctx } = service;
  const call = createCalls(app);
  // Sweeps that only measure or purge have no part in the story.
  const told = sweeps(ctx).filter(({ name }) => !/\.(measure|purge|remove)/.test(name));
  let looked = 0;
  const work = async () => {
    await drainQueues(service);
    for (const sweep of told) await sweepOnce(sweep, ctx);
    looked = clock.now().getTime();
  };
  const pass = async (ms: number) => {
    const before = clock.now().toISOString().slice(0, 10);
    clock.advance(ms / 1000);
    if (clock.now().toISOString().slice(0, 10) !== before) await maintainDays(ctx);
  };
  await maintainDays(ctx);
  return {
    service,
    start,
    end,
    clock,
    cards: createCardActs(cards, { ctx, call, work }),
    call,
    work,
    async moveTo(at) {
      for (let left = at.getTime() - clock.now().getTime(); left > 0; left = at.getTime() - clock.now().getTime()) {
        await pass(Math.min(left, dayMs));
        if (clock.now().getTime() - looked >= lookMs) await work();
      }
    },
    mailed(to, what) {
      const found = mailed.findLast((mail) => mail.to === to && what.test(mail.text));
      assert(found !== undefined, `no mail to ${to} has ${what}`);
      return what.exec(found.text)?.[0] ?? '';
    },
    async close() {
      await app.close();
      await made.close();
    },
  };
}

async function maintainDays(ctx: Service['ctx']): Promise<void> {
  await maintainPartitions(ctx);
  await maintainHistory(ctx);
  await maintainLog(ctx);
}

type Mailed = { readonly to: string; readonly text: string };

type App = Awaited<ReturnType<typeof createApi>>['app'];

const createCalls =
  (app: App): World['call'] =>
  async (route, { token, body, raw, expects = 200 } = {}) => {
    const [method = '', url = ''] = route.split(' ');
    const type = raw?.type ?? (body === undefined ? undefined : 'application/json');
    const { statusCode, payload } = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(type === undefined ? {} : { 'content-type': type, 'sec-fetch-site': 'same-origin' }),
      },
      ...(type === undefined ? {} : { payload: raw?.bytes ?? JSON.stringify(body) }),
    });
    assert.equal(statusCode, expects, `${route} was answered ${statusCode}: ${payload.slice(0, 500)}`);
    return payload.startsWith('{') ? JSON.parse(payload) : payload;
  };

/** A demo needs no waiting times and no log, and must not contact the outside. */
const quiet = (config: Config): Config => ({
  ...config,
  twilio: undefined,
  plates: undefined,
  marketcheck: undefined,
  stripe: undefined,
  testCards: true,
  servicesByState: parseJurisdictions(demoServices) ?? {},
  logLevel: 'fatal',
  intakeAnonPerMin: 1_000_000,
  registerPerMin: 1_000_000,
  gapRequestsPerMin: 1_000_000,
});

/** The demo's emails end here: their recipients are invented. */
const collectMail = (mailed: Mailed[]): Service['ctx']['mail'] => ({
  configured: true,
  send: async ({ to, text }) => void mailed.push({ to, text }),
  check: async () => 'the mailbox of the demo',
  close: () => undefined,
});

/** Actions of customers and their banks at the card provider; the service learns of them when they are done. */
type CardActs = {
  /** Enters a card on the latest page: one that works, or that is declined when its hold is placed again. */
  enterCard(card: 'works' | 'declined_later'): Promise<void>;
  /** Refuses all new pages until called with false. */
  refusePages(refused: boolean): void;
  /** The customer's bank disputes the charge for a hold. */
  dispute(holdId: string): Promise<void>;
};

type Form = { readonly raw: { readonly type: string; readonly bytes: string }; readonly expects: number };

type Scene = {
  readonly ctx: Ctx;
  call(route: string, form: Form): Promise<unknown>;
  work(): Promise<void>;
};

const createCardActs = (cards: DemoCards, { ctx, call, work }: Scene): CardActs => ({
  async enterCard(card) {
    const raw = { type: 'application/x-www-form-urlencoded', bytes: `card=${card}` };
    await call(`POST ${cards.page()}`, { raw, expects: 303 });
    await work();
  },
  refusePages: cards.refusePages,
  async dispute(holdId) {
    await disputeCharge(ctx, { holdId, events: cardEvents });
    await work();
  },
});
