import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: base } = process.env;
const agent = Makewhole.agent({ baseUrl: `${base}/sandbox` });
const { preliminary } = await agent.intakes.create({
  agent: { name: 'Example Agent', platform: 'example-agent' },
  customer: { first_name: 'Robin', email: `owner-${crypto.randomUUID().slice(0, 8)}@sandbox.test` },
  vehicle: { vin: 'SANDBOX1LOWOFFERS', odometer: 61_000 },
  loss: { zip: '94107' },
  offer: { acv_offer_cents: 1_450_000 },
  consent: {
    attestation: 'Robin asked me to submit this and knows that you will email, and call if there is a number.',
  },
});
console.log(preliminary?.gap_vs_offer_cents);
