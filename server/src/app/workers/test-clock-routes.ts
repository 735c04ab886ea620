import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { prepared } from '#platform/db';
import { sweepOnce } from '#platform/jobs';
import { sweeps } from './sweeps.ts';
import type { TestClock } from './test-clock.ts';

const advance = prepared<[ms: number], never>(
  'test-clock.advance',
  `insert into platform.test_clock (offset_ms) values ($1)
   on conflict (one) do update set offset_ms = platform.test_clock.offset_ms + excluded.offset_ms`,
);

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
