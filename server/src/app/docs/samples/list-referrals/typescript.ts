import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: baseUrl, MAKEWHOLE_KEY: key = '' } = process.env;
const partner = Makewhole.partner({ baseUrl, key });
// Reads page after page, as far as the loop continues.
for await (const { id, status } of partner.referrals.list({ limit: 2 })) console.log(id, status);
