import { Makewhole, isMakewholeError } from '@makewhole/sdk';

const { MAKEWHOLE_URL: baseUrl, MAKEWHOLE_KEY: key = '', VIN: vin = '' } = process.env;
const partner = Makewhole.partner({ baseUrl, key });
try {
  const { id, status } = await partner.referrals.create({
    external_ref: 'loan-1001',
    borrower: { first_name: 'Robin', last_name: 'Rivera', email: 'robin@example.com' },
    vehicle: { vin, year: 2021, make: 'Synthetic', model: 'Sedan' },
    claim: {
      carrier: 'Synthetic Mutual',
      claim_number: 'CLM-1001',
      loss_state: 'NY',
      date_of_loss: '2026-11-01',
      initial_offer_cents: 1_500_000,
    },
    liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
  });
  console.log(status, id);
} catch (error) {
  if (!isMakewholeError(error) || error.code !== 'referral_exists') throw error;
  console.log('already referred as', error.details.referral_id);
}
