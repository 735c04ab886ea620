import type { Ctx } from '#context';
import { addDays, addSeconds } from '#lib/time/dates';
import { deleteOldDevices } from '../device-store.ts';
import { deleteOldAuthenticatorResets } from '../authenticator-store.ts';
import { deleteOldPairings } from '../pairing/store.ts';
import { deleteOldInvitations } from '../members/store.ts';
import { deleteOldResets } from '../password/reset-store.ts';
import { deleteOldTries } from '../try-store.ts';
import { unusedDays } from './rules.ts';
import { deleteOldSignUps } from './store.ts';

/** Invitations and resets stay so long after their end, for whoever asks who let whom in. */
const shownDays = 90;

/** Deletes devices, tries, links and sign-ups that no longer count; returns how many. */
export async function purgeSignIns(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const deleted = await Promise.all([
    deleteOldTries(ctx.db, addSeconds(now, -86_400), limit),
    deleteOldDevices(ctx.db, now, limit),
    deleteOldResets(ctx.db, addSeconds(now, -86_400), limit),
    deleteOldPairings(ctx.db, addSeconds(now, -86_400), limit),
    deleteOldSignUps(ctx.db, addDays(now, -unusedDays), limit),
    deleteOldInvitations(ctx.db, addDays(now, -shownDays), limit),
    deleteOldAuthenticatorResets(ctx.db, addDays(now, -shownDays), limit),
  ]);
  return deleted.reduce((sum, rows) => sum + rows.length, 0);
}
