import type { Ctx, Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { listKnown, type KnownReferral } from '../known-store.ts';

/** For each vehicle that is asked for some referrals; of a vehicle that was referred ever again, the newest. */
const perVehicle = 20;

/** Referrals of these vehicles, open and ended, the newest first. */
export const listKnownReferrals = (ctx: Ctx | Tx, tenant: Tenant, vins: readonly string[]): Promise<KnownReferral[]> =>
  vins.length === 0
    ? Promise.resolve([])
    : listKnown(ctx.db, tenant, { vins, now: ctx.clock.now(), limit: vins.length * perVehicle });
