import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { closeIfQuiet } from '../closing/close-if-quiet.ts';
import type { ClosingSources } from '../closing/facts.ts';
import { askedDays, quietDays } from '../closing/rules.ts';
import { updateQuietSince, type TestConsultation } from './store.ts';

/** Nothing has happened to a test case for three months; whether it closes is decided as for any other. */
export async function passQuietDays(ctx: Ctx, sources: ClosingSources, one: TestConsultation): Promise<void> {
  const since = addDays(ctx.clock.now(), -(quietDays + askedDays));
  const quiet = await transact(ctx, (tx) => updateQuietSince(tx.db, one, since));
  if (quiet !== undefined) await closeIfQuiet(ctx, sources, quiet);
}
