import { readFileSync } from 'node:fs';
import { Makewhole } from '@makewhole/sdk';

const { MAKEWHOLE_URL: baseUrl, KEY_ID: keyid = '', CHALLENGE: challenge = '' } = process.env;
const signer = { keyid, privateKey: readFileSync('private.pem', 'utf8') };
const partner = Makewhole.partner({ baseUrl, signer, environment: 'TEST' });
console.log((await partner.credentials.verify(keyid, { challenge })).status);
