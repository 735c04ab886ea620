import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: baseUrl, MAKEWHOLE_KEY: key = '' } = process.env;
const partner = Makewhole.partner({ baseUrl, key });
const { institution, livemode, role } = await partner.me.get();
console.log(institution.name, livemode ? 'live' : 'test', role);
