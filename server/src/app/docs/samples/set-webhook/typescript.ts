import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: base, MAKEWHOLE_AGENT_KEY: key, WEBHOOK_URL: url = '' } = process.env;
const agent = Makewhole.agent({ baseUrl: `${base}/sandbox`, key });
const { secret } = await agent.me.webhook.set({ url });
console.log(secret);
