import type { Ctx } from '#context';
import { isCalendarDate } from '#lib/time/dates';
import { validationFailed } from '#platform/errors';
import { findPeriod, type Period } from './figure-store.ts';
import type { FiguresQuery } from './schemas.ts';

type ReadPeriod = {
  readonly range: 'day' | 'week' | 'month';
  readonly zone: string;
  /** The day that was asked for. */
  readonly on: string;
  readonly period: Period;
};

/** The period of a query; days begin by the team's clock. */
export async function readPeriod(ctx: Ctx, { range = 'day', on }: FiguresQuery): Promise<ReadPeriod> {
  const year = Number(on?.slice(0, 4) ?? 2000);
  // Ids of calls, by which they are found, are of these years.
  if (on !== undefined && (!isCalendarDate(on) || year < 2000 || year > 2200))
    throw validationFailed([{ path: 'on', message: 'must be a day' }]);
  const { teamTimeZone: zone } = ctx.config;
  const found = await findPeriod(ctx.db, { range, on, zone, now: ctx.clock.now() });
  if (found === undefined) throw new Error('a period was not found');
  return { range, zone, on: found.on, period: { from: found.from, to: found.to } };
}
