import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: base, REGISTRATION_ID: id = '', CODE: code = '' } = process.env;
const agent = Makewhole.agent({ baseUrl: `${base}/sandbox` });
const { api_key: key } = await agent.registration.verify({ registration_id: id, code });
console.log(key);
