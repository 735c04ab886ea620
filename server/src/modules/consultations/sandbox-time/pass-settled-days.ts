import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { closeIfSettled } from '../closing/close-if-settled.ts';
import type { ClosingSources } from '../closing/facts.ts';
import { settledDays } from '../closing/rules.ts';
import { updateSettledAt, type TestConsultation } from './store.ts';

/** For a settled test case the days until it closes by itself pass at once; whether it does is decided as for any other. */
export async function passSettledDays(ctx: Ctx, sources: ClosingSources, one: TestConsultation): Promise<void> {
  const now = ctx.clock.now();
  const due = await transact(ctx, (tx) => updateSettledAt(tx.db, one, { at: addDays(now, -settledDays), now }));
  if (due !== undefined) await closeIfSettled(ctx, sources, due);
}
