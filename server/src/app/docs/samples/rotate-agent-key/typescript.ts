import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: base, MAKEWHOLE_AGENT_KEY: key } = process.env;
const { api_key: next } = await Makewhole.agent({ baseUrl: `${base}/sandbox`, key }).me.rotateKey();
console.log(next);
