import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: baseUrl, MAKEWHOLE_KEY: key = '', REFERRAL_ID: id = '' } = process.env;
const partner = Makewhole.partner({ baseUrl, key });
console.log((await partner.referrals.simulate(id, { step: 'accept' })).status);
