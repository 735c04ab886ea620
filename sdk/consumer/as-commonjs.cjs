'use strict';
const { smoke } = require('./smoke.cjs');
const { signRequest } = require('@makewhole/sdk/sign-request');
const { verifyServiceSignature } = require('@makewhole/sdk/webhooks');

const vectors = require('@makewhole/sdk/vectors/gap-v2.json');
smoke(require('@makewhole/sdk'), { signRequest, verifyServiceSignature, vectors })
  .then(() => process.stdout.write(`ok   CommonJS on Node ${process.version}\n`))
  .catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  });
