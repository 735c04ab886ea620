import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { computeCheckDigit, decodeVin, toVehicleOfVin, type DecodedVin } from '#modules/vehicles';
import { maxIssues } from '#platform/validation';
import { statusAt } from '../rules.ts';
import { findReferral, listOpenByVin } from '../store.ts';
import { listReferralIssues } from '../submission/list-referral-issues.ts';
import { isWholeVin, readDraftVin, warningsOf } from './check-rules.ts';
import type { CheckedDraft } from './list-schemas.ts';

/** What would become of a draft: what is wrong with it, what its VIN says, and whether the car is referred already. */
export async function checkReferralDraft(ctx: Ctx, tenant: Tenant, draft: unknown): Promise<CheckedDraft> {
  const vin = readDraftVin(draft);
  const [decoded, open] = await Promise.all([
    decodeVin(ctx, vin),
    isWholeVin(vin) ? findOpen(ctx, tenant, vin) : undefined,
  ]);
  return {
    object: 'portal.referral_check',
    issues: listReferralIssues(ctx.config, draft).slice(0, maxIssues),
    vehicle: toVehicle(vin, decoded),
    open_referral: open ?? null,
    warnings: warningsOf(draft, { decoded, now: ctx.clock.now() }),
  };
}

function toVehicle(vin: string, decoded: DecodedVin | undefined): CheckedDraft['vehicle'] {
  if (decoded === undefined && !isWholeVin(vin)) return null;
  const told = decoded && toVehicleOfVin(vin, decoded);
  return {
    vin,
    year: told?.year ?? null,
    make: told?.make ?? null,
    model: told?.model ?? null,
    check_digit: told?.check_digit ?? computeCheckDigit(vin),
  };
}

/** An invitation that is over does not stand in the way: a new referral ends it. */
async function findOpen(ctx: Ctx, tenant: Tenant, vin: string): Promise<CheckedDraft['open_referral']> {
  const [open] = await listOpenByVin(ctx.db, tenant, [vin]);
  const referral = open && (await findReferral(ctx.db, tenant, open.id));
  if (referral === undefined) return null;
  const status = statusAt(referral, ctx.clock.now());
  return status === 'expired' ? null : { id: referral.id, status };
}
