import { generateListings } from '#modules/vehicles';
import { givenAgent } from '#testing/agents';
import { bringTo, givenIntake, givenTeam, minimalIntake, submit, type CreatedReceipt } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { bringEnrollmentTo, givenEnrollment } from '#testing/memberships';
import { givenReferral } from '#testing/referrals';
import type { Harness } from '#test/harness';

const people = [
  ['Alex', 'Example', 2019, 'Toyota', 'Camry', 'SE', 'CA', '94107'],
  ['Robin', 'Sample', 2021, 'Honda', 'Civic', 'EX', 'CA', '90012'],
  ['Jordan', 'Specimen', 2018, 'Ford', 'F-150', 'XLT', 'TX', '75201'],
  ['Casey', 'Placeholder', 2020, 'Subaru', 'Outback', 'Premium', 'WA', '98101'],
  ['Drew', 'Instance', 2017, 'Nissan', 'Rogue', 'SV', 'IL', '60601'],
  ['Lee', 'Illustration', 2022, 'Hyundai', 'Tucson', 'SEL', 'NY', '10001'],
  ['Sam', 'Model', 2016, 'Chevrolet', 'Malibu', 'LT', 'OH', '43215'],
  ['Kim', 'Pattern', 2023, 'Kia', 'Sportage', 'EX', 'GA', '30303'],
] as const;

const areaCodes = { CA: 415, TX: 214, WA: 206, IL: 312, NY: 212, OH: 614, GA: 404 } as const;
let lines = 0;

/** A number in the customer's own state, so that one time zone applies. */
const phoneIn = (state: keyof typeof areaCodes): string =>
  `${areaCodes[state]}${5_550_100 + ((lines += 1) % 100) + 10_000 * Math.floor(lines / 100)}`;

/** An intake with every member, for the n-th synthetic customer. */
export function wholeIntake(n: number) {
  const [firstName, lastName, year, make, model, trim, state, zip] = people[n % people.length] ?? people[0];
  return {
    agent: { name: 'Claims Companion', platform: 'claims-companion', version: '3.1.0' },
    customer: { first_name: firstName, last_name: lastName, email: `owner-${n}@example.com`, phone: phoneIn(state) },
    vehicle: { year, make, model, trim, odometer: 61_000 + n * 731 },
    loss: { loss_state: state, zip, date_of_loss: '2026-11-01', insurance_path: 'own' as const },
    offer: { insurer: 'Example Mutual', claim_number: `EX-47${n}`, acv_offer_cents: 1_490_000 + n * 12_500 },
    consent: {
      attestation: `${firstName} asked me to submit this and knows that you will write and that a person will call.`,
    },
  };
}

/** A board as in the middle of a day, all synthetic: cases of every source in every column. */
export async function fillBoard(
  harness: Harness,
): Promise<{ readonly first: CreatedReceipt; readonly institutionId: string }> {
  const like = people.map(([, , year, make, model, , , zip]) => ({ year, make, model, zip }));
  await generateListings(harness.ctx, { seed: 7, rows: 40_000, like });
  const statuses = ['received', 'received', 'contact_attempted', 'customer_confirmed', 'consultation_active'] as const;
  const first = await givenIntake(harness, wholeIntake(0));
  for (const [index, status] of [...statuses, ...statuses].entries()) {
    harness.clock.advance(1_100);
    await bringTo(harness, await givenIntake(harness, wholeIntake(index + 1)), status);
  }
  const { key } = await givenAgent(harness);
  const consent = { ...minimalIntake().consent, mode: 'warm_handoff' as const };
  await submit(harness, { ...wholeIntake(11), consent }, { token: key });
  const partner = await givenPartner(harness, { livemode: true });
  const team = await givenTeam(harness);
  const referral = await givenReferral(harness, partner.key);
  await team.post(`/referrals/${referral.id}/activate`, {});
  const enrollment = await givenEnrollment(harness, partner.key);
  await bringEnrollmentTo(harness, enrollment.id, 'loss_reported');
  await deliverOne(harness);
  return { first, institutionId: partner.institutionId };
}

async function deliverOne(harness: Harness): Promise<void> {
  const receipt = await givenIntake(harness, wholeIntake(12));
  await bringTo(harness, receipt, 'consultation_active');
  const team = await givenTeam(harness);
  const { consultation } = await team.record(receipt.intake_id);
  await team.post(`/consultations/${consultation?.id}/deliver`, undefined);
}
