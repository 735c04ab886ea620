import { createRequire } from 'node:module';
import * as library from '@makewhole/sdk';
import { signRequest } from '@makewhole/sdk/sign-request';
import { verifyServiceSignature } from '@makewhole/sdk/webhooks';
import { smoke } from './smoke.cjs';

const vectors = createRequire(import.meta.url)('@makewhole/sdk/vectors/gap-v2.json');
await smoke(library, { signRequest, verifyServiceSignature, vectors });
process.stdout.write(`ok   ESM on Node ${process.version}\n`);
