import { randomBytes } from 'node:crypto';
import { wrongUse } from '../command-failed.ts';
import type { Given, Io } from '../command.ts';
import { readConfigFile, storeListenSecret } from '../config-file.ts';
import { isLoopback, readUrl } from '../settings.ts';
import type { Target } from './deliver.ts';

const retriesMax = 20;

/** The target of deliveries and their secret, which is created once and kept. */
export function readTarget(io: Io, given: Given): Target {
  const { 'forward-to': address, retries = '2' } = given.options;
  if (typeof address !== 'string') throw wrongUse('Specify the target: --forward-to http://localhost:3000/webhooks');
  const url = readUrl(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw wrongUse('--forward-to must be a URL such as http://localhost:3000/webhooks.');
  if (!isLoopback(url.hostname) && given.options['allow-remote'] !== true)
    throw wrongUse(`${url.hostname} is not this machine. To send sandbox events there, add --allow-remote.`);
  if (typeof retries !== 'string' || !/^\d{1,2}$/.test(retries) || Number(retries) > retriesMax)
    throw wrongUse(`--retries must be a number from 0 to ${retriesMax}.`);
  return { url: url.href, secret: readSecret(io), retries: Number(retries) };
}

/** A secret for both kinds of signatures: `whsec_` and base64 also signs the headers of Standard Webhooks. */
export function readSecret(io: Io): string {
  const { listen_secret: known } = readConfigFile(io.env);
  if (known !== undefined) return known;
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  storeListenSecret(io.env, secret);
  io.err(`Created a secret for this machine. Your receiver verifies with it: ${secret}`);
  io.err('It stays the same. Print it again with mw listen --print-secret.');
  return secret;
}
