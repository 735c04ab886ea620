import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { listDueModels, listSample, updateRates } from './model-store.ts';
import { learnRates } from './rate-rules.ts';

/** What a mile costs does not change overnight, however often listings come. */
const againHours = 24;

/** Each is a search over all years of a model. */
const modelsPerTurn = 20;

/** Of each model year; together some thousand listings of a model that is sold for decades. */
const perYear = 60;

/** Where most listings of the country lie north of; a sample begins somewhere in between. */
const latitudes = { south: 25, north: 40 } as const;

/** Learns what a mile and a year cost for models whose listings changed; returns how many models were looked at. */
export async function rateModels(ctx: Pick<Ctx, 'db' | 'clock'>, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const models = await listDueModels(ctx.db, addHours(now, -againHours), Math.min(limit, modelsPerTurn));
  for (const model of models) {
    const { south, north } = latitudes;
    const latitude = south + Math.random() * (north - south);
    const some = await listSample(ctx.db, { ...model, latitude, perYear });
    // Of a rare model all are needed.
    const sample = some.length < perYear * 5 ? await listSample(ctx.db, { ...model, latitude: -90, perYear }) : some;
    await updateRates(ctx.db, { ...model, rates: learnRates(sample), now });
  }
  return models.length;
}
