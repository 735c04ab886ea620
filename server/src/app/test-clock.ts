import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { offsetClock, type Clock } from '#platform/clock';
import { prepared, type Database } from '#platform/db';
import { sweepOnce } from '#platform/jobs';
import { sweeps } from './sweeps.ts';

const offset = prepared<[], { offset_ms: string }>('test-clock.find', 'select offset_ms from platform.test_clock');

const advance = prepared<[ms: number], { offset_ms: string }>(
  'test-clock.advance',
  `insert into platform.test_clock (offset_ms) values ($1)
   on conflict (one) do update set offset_ms = platform.test_clock.offset_ms + excluded.offset_ms
   returning offset_ms`,
);

/** Other processes follow a moved clock within this time. */
const followMs = 100;

/** A clock whose offset is a row that every process reads; only where ALLOW_TEST_CLOCK is set. */
export function shareTestClock(db: Database): { clock: Clock; stop(): void } {
  const clock = offsetClock();
  const follow = async () => {
    const row = await db.find(offset());
    if (row !== undefined) clock.setOffset(Number(row.offset_ms));
  };
  const timer = setInterval(() => void follow().catch(() => undefined), followMs);
  timer.unref();
  return { clock, stop: () => clearInterval(timer) };
}

const closed = { additionalProperties: false } as const;

/** Moves time forward; answers when everything that time alone sets off has happened once. */
export const testClockRoutes: FastifyPluginAsyncTypebox = async (app) => {
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
      const row = await ctx.db.find(advance(body.advance_seconds * 1000));
      const now = new Date(Date.now() + Number(row?.offset_ms ?? 0));
      const moved = { ...ctx, clock: { now: () => new Date(Date.now() + Number(row?.offset_ms ?? 0)) } };
      for (const sweep of sweeps(moved)) await sweepOnce(sweep, ctx);
      return { now: now.toISOString() };
    },
  );
};
