import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: base, MAKEWHOLE_AGENT_KEY: key } = process.env;
const agent = Makewhole.agent({ baseUrl: `${base}/sandbox`, key });
const { intake_id: id, agent_tier: tier } = await agent.intakes.create({
  agent: { name: 'Example Agent', platform: 'example-agent' },
  customer: { email: `owner-${crypto.randomUUID().slice(0, 8)}@sandbox.test` },
  consent: {
    attestation: 'The owner asked me to submit this and knows that you will email, and call if there is a number.',
  },
});
console.log(tier, id);
