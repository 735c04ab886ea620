import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: base } = process.env;
const agent = Makewhole.agent({ baseUrl: `${base}/sandbox` });
// A new address each time: a second open case of one person is a duplicate.
const email = `owner-${crypto.randomUUID().slice(0, 8)}@sandbox.test`;
const receipt = await agent.intakes.create({
  agent: { name: 'Example Agent', platform: 'example-agent' },
  customer: { first_name: 'Robin', email },
  vehicle: { year: 2018, make: 'Toyota', model: 'Corolla', odometer: 61_000 },
  loss: { zip: '94107', loss_state: 'CA' },
  offer: { insurer: 'Synthetic Mutual', acv_offer_cents: 1_150_000 },
  consent: {
    attestation: 'Robin asked me to submit this and knows that you will email, and call if there is a number.',
  },
  external_ref: 'case-1001',
});
console.log(receipt.status, receipt.intake_id);
console.log(receipt.customer_message);
