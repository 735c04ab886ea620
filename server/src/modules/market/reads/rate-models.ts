import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { toCell } from '../zips/cell-rules.ts';
import { listDueModels, listSample, updateRates } from './model-store.ts';
import { learnRates } from './rate-rules.ts';

/** What a mile costs does not change overnight, however often listings come. */
const againHours = 24;

/** Each is a search over all years of a model. */
const modelsPerTurn = 20;

/** Of each model year; together some thousand listings of a model that is sold for decades. */
const perYear = 60;

/** Where most listings of the country are; a sample begins somewhere in it and goes on to the east and north. */
const country = { south: 25, north: 40, west: -125, east: -67 } as const;

/** Before every cell of the map. */
const firstCell = toCell({ lat: -90, lon: -180 });

/** Learns what a mile and a year cost for models whose listings changed; returns how many models were looked at. */
export async function rateModels(ctx: Pick<Ctx, 'db' | 'clock'>, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const models = await listDueModels(ctx.db, addHours(now, -againHours), Math.min(limit, modelsPerTurn));
  for (const model of models) {
    const { south, north, west, east } = country;
    const within = (from: number, to: number) => from + Math.random() * (to - from);
    const cell = toCell({ lat: within(south, north), lon: within(west, east) });
    const some = await listSample(ctx.db, { ...model, cell, perYear });
    // Of a rare model all are needed.
    const sample = some.length < perYear * 5 ? await listSample(ctx.db, { ...model, cell: firstCell, perYear }) : some;
    await updateRates(ctx.db, { ...model, rates: learnRates(sample), now });
  }
  return models.length;
}
