import assert from 'node:assert/strict';
import { createService, type Service } from '#app/composition';
import { createApi } from '#app/api';
import { sweeps } from '#app/workers/sweeps';
import { startWorkers } from '#app/workers';
import { maintainPartitions } from '#modules/events';
import { maintainHistory } from '#modules/webhooks';
import { manualClock } from '#platform/clock';
import type { Config } from '#platform/config';
import { sweepOnce } from '#platform/jobs';

/** The service as it runs, in this process and some days ago, for a story that ends today. */
export type World = {
  readonly service: Service;
  /** The response of the interface; any other than the expected status ends the demo. */
  call(route: string, options?: Call): Promise<Answered>;
  /** Lets hours pass, and runs everything that is due. */
  pass(hours: number): Promise<void>;
  /** Waits until the worker has caught up, as the interface shows it. */
  until(what: string, ask: () => Promise<boolean>): Promise<void>;
  /** The last six-digit code mailed to an address. */
  mailedCode(to: string): string;
  close(): Promise<void>;
};

type Call = {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: { readonly type: string; readonly bytes: string | Buffer };
  readonly expects?: number;
};

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape, read by the story that asked for them
type Answered = any;

const storyDays = 20;
const timeoutMs = 30_000;

export async function createWorld(config: Config): Promise<World> {
  const end = Date.now();
  const clock = manualClock(new Date(end - storyDays * 86_400_000));
  const mailed = new Map<string, string>();
  const service = withMail(createService('makewhole-demo', quiet(config), { clock }), mailed);
  const { ctx } = service;
  const maintainDays = async () => {
    await maintainPartitions(ctx);
    await maintainHistory(ctx);
  };
  await maintainDays();
  const { app } = await createApi(service);
  const workers = await startWorkers(service);
  return {
    service,
    async call(route, { token, body, raw, expects = 200 } = {}) {
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
    },
    async pass(hours) {
      clock.advance(Math.min(hours * 3600, (end - clock.now().getTime()) / 1000));
      await maintainDays();
      for (const sweep of sweeps(ctx)) await sweepOnce(sweep, ctx);
    },
    until,
    mailedCode: (to) => /\b\d{6}\b/.exec(mailed.get(to) ?? '')?.[0] ?? '',
    async close() {
      await workers.stop();
      await app.close();
      await service.close();
    },
  };
}

/** A demo needs no waiting times and no log, and must send nothing to the outside. */
const quiet = (config: Config): Config => ({
  ...config,
  twilio: undefined,
  plates: undefined,
  marketcheck: undefined,
  logLevel: 'fatal',
  intakeAnonPerMin: 1_000_000,
  registerPerMin: 1_000_000,
  gapRequestsPerMin: 1_000_000,
});

/** Mails of the demo end here: their recipients are invented. */
function withMail(service: Service, mailed: Map<string, string>): Service {
  const mail = {
    configured: true,
    send: async ({ to, text }: { to: string; text: string }) => void mailed.set(to, text),
    close: () => service.ctx.mail.close(),
  };
  return { ...service, ctx: { ...service.ctx, mail } };
}

async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await ask())) {
    assert(performance.now() < deadline, `waited too long for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
