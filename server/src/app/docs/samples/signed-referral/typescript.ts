import { readFileSync } from 'node:fs';
import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: baseUrl, KEY_ID: keyid = '', VIN: vin = '' } = process.env;
const signer = { keyid, privateKey: readFileSync('private.pem', 'utf8') };
const partner = Makewhole.partner({ baseUrl, signer, environment: 'TEST' });
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
