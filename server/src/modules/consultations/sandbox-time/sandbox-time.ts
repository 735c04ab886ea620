import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { closeIfSettled } from '../closing/close-if-settled.ts';
import { closeIfQuiet } from '../closing/closing.ts';
import type { ClosingSources } from '../closing/facts.ts';
import { askedDays, quietDays, settledDays } from '../closing/rules.ts';
import { updateQuietSince, updateSettledAt, type TestConsultation } from './store.ts';

/** Makes a test case look inactive for three months; whether it closes is decided as for any other. */
export async function passQuietDays(ctx: Ctx, sources: ClosingSources, one: TestConsultation): Promise<void> {
  const since = addDays(ctx.clock.now(), -(quietDays + askedDays));
  const quiet = await transact(ctx, (tx) => updateQuietSince(tx.db, one, since));
  if (quiet !== undefined) await closeIfQuiet(ctx, sources, quiet);
}

/** For a settled test case, skips the days until it closes automatically; whether it does is decided as for any other. */
export async function passSettledDays(ctx: Ctx, sources: ClosingSources, one: TestConsultation): Promise<void> {
  const now = ctx.clock.now();
  const due = await transact(ctx, (tx) => updateSettledAt(tx.db, one, { at: addDays(now, -settledDays), now }));
  if (due !== undefined) await closeIfSettled(ctx, sources, due);
}
