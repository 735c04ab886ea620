import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: base, MAKEWHOLE_AGENT_KEY: key } = process.env;
// Failed connections, timeouts, 429 and 5xx are retried under the same key.
const agent = Makewhole.agent({ baseUrl: `${base}/sandbox`, key, retries: 3 });
const receipt = await agent.intakes.create(
  {
    agent: { name: 'Example Agent', platform: 'example-agent' },
    customer: { email: 'kim@sandbox.test' },
    consent: {
      attestation: 'Kim asked me to submit this and knows that you will email, and call if there is a number.',
    },
    external_ref: 'case-1002',
  },
  // The key belongs to the case and is stored with it, so that a restart reuses it.
  { idempotencyKey: 'case-1002-first-submission' },
);
console.log(receipt.intake_id, receipt.idempotent_replay === true ? 'was created before' : 'is new');
// The replay has no poll_token, but the agent's key can follow the intake.
console.log((await agent.intakes.get(receipt.intake_id)).status);
