// The same person as a borrower and as a member of an institution.
import { randomBytes } from 'node:crypto';
import { formHeaders, giveAnother, personOf, vinOf } from './canary.ts';
import type { Canary, ErasureStage } from './stage.ts';
import { liveInPortal } from './portal-acts.ts';
import { changeFacts } from './team-acts.ts';

/**
 * A referral that is accepted and reviewed, portal data, enrollments of which one has a loss and one ends, and a
 * roster.
 */
export async function liveAsBorrower(stage: ErasureStage, canary: Canary): Promise<void> {
  await beReferred(stage, canary);
  await beMember(stage, canary);
  await stage.idle();
}

const partner =
  (stage: ErasureStage, { mark }: Canary) =>
  (method: string, path: string, body: unknown) =>
    stage.call(method, `/api/gap/v1${path}`, {
      token: stage.partnerKey,
      body,
      headers: { 'idempotency-key': `p-${mark}-${randomBytes(4).toString('hex')}` },
    });

async function beReferred(stage: ErasureStage, canary: Canary): Promise<void> {
  const { mark, otherPhones } = canary;
  const { body: referral } = await partner(stage, canary)('POST', '/referrals', {
    external_ref: `loan-${mark}`,
    borrower: personOf(canary),
    vehicle: { vin: vinOf(canary, 'R'), year: 2021, make: 'Synthetic', model: 'Sedan' },
    claim: {
      carrier: 'Synthetic Mutual',
      claim_number: `C-${mark}`,
      loss_state: 'NY',
      date_of_loss: '2026-11-01',
      initial_offer_cents: 1_500_000,
    },
    liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
  });
  const link = await stage.mailed(canary, /\/i\/\w{32}/);
  await stage.call('POST', link, { raw: 'decision=accept', headers: formHeaders(canary) });
  const caseId = await stage.caseOf(referral.id);
  await giveAnother(stage, canary, { calls: `/queue/${caseId}/calls`, given: otherPhones[1] });
  await changeFacts(stage, caseId, {
    last_name: `Borrower${mark}`,
    phone: otherPhones[2],
    claim_number: `B-${mark}`,
    vin: vinOf(canary, 'B'),
  });
  await liveInPortal(stage, canary, String(referral.id));
  const review = { status: 'completed', outcome: 'offer_low', summary: `Reviewed for ${mark}` };
  await stage.staff('POST', `/referrals/${referral.id}/review`, review);
  await stage.staff('POST', `/referrals/${referral.id}/close`, { note: `Closed for ${mark}` });
}

async function beMember(stage: ErasureStage, canary: Canary): Promise<void> {
  const { mark, otherPhones } = canary;
  const call = partner(stage, canary);
  // A member's VIN stays, since statements bill it, so it has no mark.
  const member = (ref: string) => ({
    member: personOf(canary),
    vehicle: { vin: stage.plainVin(), year: 2022, make: 'Honda', model: 'Civic' },
    external_ref: `${ref}-${mark}`,
    plan: 'basic',
    effective_on: '2026-10-01',
  });
  const [lost, ended, listed] = [member('m'), member('e'), member('r')];
  const { body: enrollment } = await call('POST', '/plans/enrollments', lost);
  const { body: other } = await call('POST', '/plans/enrollments', ended);
  await call('PATCH', `/plans/enrollments/${other.id}`, { status: 'canceled', cancel_reason: `Left, says ${mark}` });
  await call('POST', '/plans/loss-notices', {
    enrollment_id: enrollment.id,
    date_of_loss: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    loss_state: 'NY',
    carrier: 'Synthetic Mutual',
    claim_number: `M-${mark}`,
    external_ref: `loss-${mark}`,
  });
  const [redemption] = await stage.query(
    `select c.id from memberships.redemptions r join consultations.consultations c on c.source_id = r.id
     where r.enrollment_id = $1`,
    enrollment.id,
  );
  const caseId = String(redemption?.['id']);
  await giveAnother(stage, canary, { calls: `/queue/${caseId}/calls`, given: otherPhones[1] });
  await changeFacts(stage, caseId, { last_name: `Member${mark}`, phone: otherPhones[2] });
  stage.roster.push(listed);
  await call('POST', '/plans/roster-sync', { mode: 'apply', roster: [...stage.roster] });
}
