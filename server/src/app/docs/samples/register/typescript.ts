import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: base } = process.env;
const agent = Makewhole.agent({ baseUrl: `${base}/sandbox` });
const { version } = await agent.agreement.get();
const { registration_id: id } = await agent.registration.start({
  agent: { name: 'Example Agent', platform: 'example-agent' },
  operator: { name: 'Example Company', email: 'operator@sandbox.test' },
  agreement: { accepted: true, version },
});
console.log(id);
