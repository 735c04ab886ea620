import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { storedDays } from './rules.ts';
import { deleteBefore } from './store.ts';

export const purgeSamples = async ({ db, clock }: Ctx, limit: number): Promise<number> =>
  (await deleteBefore(db, addDays(clock.now(), -storedDays), limit)).length;
