import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: base, INTAKE_ID: id = '', POLL_TOKEN: pollToken } = process.env;
const agent = Makewhole.agent({ baseUrl: `${base}/sandbox` });
const { status, missing_fields: missing } = await agent.intakes.get(id, { pollToken });
console.log(status, missing.join(', '));
