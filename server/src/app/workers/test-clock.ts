import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { offsetClock, type Clock } from '#platform/clock';
import { prepared, type Database } from '#platform/db';
import { sweepOnce } from '#platform/jobs';
import { sweeps } from './sweeps.ts';

const offset = prepared<[], { offset_ms: string }>('test-clock.find', 'select offset_ms from platform.test_clock');

const advance = prepared<[ms: number], never>(
  'test-clock.advance',
  `insert into platform.test_clock (offset_ms) values ($1)
   on conflict (one) do update set offset_ms = platform.test_clock.offset_ms + excluded.offset_ms`,
);

/** Other processes follow a moved clock within this time. */
const followMs = 100;

export type TestClock = {
  readonly clock: Clock;
  /** Reads the clock's offset now, instead of at the next poll. */
  follow(): Promise<void>;
  stop(): void;
};

/** A clock whose offset is a row that every process reads; only where ALLOW_TEST_CLOCK is set. */
export function createTestClock(db: Database): TestClock {
  const clock = offsetClock();
  const follow = async () => {
    const row = await db.find(offset());
    if (row !== undefined) clock.setOffset(Number(row.offset_ms));
  };
  const timer = setInterval(() => void follow().catch(() => undefined), followMs);
  timer.unref();
  return { clock, follow, stop: () => clearInterval(timer) };
}

/** Moves time forward; answers when everything due has happened once. */
export const testClockRoutes =
  (testClock: TestClock): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/clock',
      {
        config: { operation: 'test-clock.advance', audience: 'staff' },
        schema: {
          body: Type.Object({ advance_seconds: Type.Integer({ minimum: 0, maximum: 315_360_000 }) }, closed),
          response: { 200: Type.Object({ now: Type.String() }, closed) },
        },
      },
      async ({ ctx, body }) => {
        await ctx.db.many(advance(body.advance_seconds * 1000));
        await testClock.follow();
        for (const sweep of sweeps(ctx)) await sweepOnce(sweep, ctx);
        return { now: ctx.clock.now().toISOString() };
      },
    );
  };
