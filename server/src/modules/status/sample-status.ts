import type { Ctx } from '#context';
import { insertSample, measureAnswerMs } from './store.ts';

/** What other modules know about themselves. */
export type Measurements = {
  readonly webhookWaitS: (ctx: Ctx) => Promise<number>;
  readonly messageWaitS: (ctx: Ctx) => Promise<number>;
  /** Undefined while nobody knows yet. */
  readonly readers: () => boolean | undefined;
};

/** Measures the service once and writes it down for this minute. */
export async function sampleStatus(ctx: Ctx, { webhookWaitS, messageWaitS, readers }: Measurements): Promise<number> {
  const databaseMs = await measureAnswerMs(ctx.db);
  const [webhooks, messages] = [await webhookWaitS(ctx), await messageWaitS(ctx)];
  await insertSample(ctx.db, {
    minute: ctx.clock.now(),
    databaseMs,
    webhookWaitS: Math.round(webhooks),
    messageWaitS: Math.round(messages),
    readers: readers() ?? null,
  });
  return 0;
}
