import { createPublicKey, type KeyObject } from 'node:crypto';
import { wrongUse } from '../command-failed.ts';
import { readConfigFile } from '../config-file.ts';
import type { ExitCode, Given, Io } from '../command.ts';
import { print } from '../print.ts';
import { describeMistakes } from './describe-mistakes.ts';
import { diagnoseRequest, type OwnCredential } from './diagnosis.ts';
import { readCapture, type Capture } from './read-capture.ts';
import { headerOf, optional, readAt, readInput, requireOneStdin } from './read-input.ts';

const windowS = 300;

/** Reports which rule a captured request breaks. Offline: no part of it leaves the machine. */
export async function doctor(io: Io, given: Given): Promise<ExitCode> {
  const { options } = given;
  requireOneStdin(given.arguments[0], options['body'], options['key']);
  const capture = readCapture(await readInput(io, given.arguments[0] ?? ''));
  const bodyFile = optional(options['body']);
  const body = bodyFile === undefined ? capture.body : await readInput(io, bodyFile);
  const credentials = await readCredentials(io, given, capture);
  const { method, target, rawHeaders } = capture;
  const signedAt = /created=(\d{1,11})\b/.exec(headerOf(rawHeaders, 'signature-input') ?? '')?.[1];
  const diagnosis = await diagnoseRequest({
    request: { method, target, rawHeaders, body },
    publicBaseUrl: findOrigin(io, given, capture),
    credentials,
    // A capture may be old: its age counts only against a time that the user gives.
    at: readAt(io, options['at']) ?? (signedAt === undefined ? io.now() : new Date(Number(signedAt) * 1000)),
    windowS,
  });
  const { verdict, mistakes, expectedText, signedText } = diagnosis;
  const differs = expectedText !== undefined && signedText !== undefined && expectedText !== signedText;
  print(io, given, {
    value: { verdict, mistakes, expected_base: expectedText ?? null, signed_base: signedText ?? null },
    lines: [
      headline(verdict, mistakes.length, credentials.length > 0),
      ...describeMistakes(mistakes),
      ...(differs ? ['', 'You signed:', signedText, '', 'Expected:', expectedText] : []),
      ...(verdict === 'not_explained' && expectedText !== undefined ? ['', 'Expected:', expectedText] : []),
    ],
  });
  return verdict === 'valid' ? 0 : 1;
}

function headline(verdict: string, count: number, hasKey: boolean): string {
  if (verdict === 'valid') return 'The signature is valid.';
  if (verdict === 'explained') return count === 1 ? 'One mistake explains it:' : `${count} mistakes explain it:`;
  const besides = count === 0 ? '' : ' Other problems:';
  if (hasKey)
    return `No known mistake explains this signature: a different key or a different text was signed.${besides}`;
  const found = count === 0 ? 'No problems found.' : 'Problems found:';
  return `Without --key <file>, only the headers were checked, and the signature was not verified. ${found}`;
}

/** A public key, or the public half of a private one. */
async function readCredentials(io: Io, { options }: Given, { rawHeaders }: Capture): Promise<OwnCredential[]> {
  const file = optional(options['key']);
  if (file === undefined) return [];
  const key = readKey((await readInput(io, file)).toString('utf8'), file);
  const alg = key.asymmetricKeyType === 'ed25519' ? 'ed25519' : 'ecdsa-p256-sha256';
  const input = headerOf(rawHeaders, 'signature-input') ?? '';
  const sent = /keyid="([^"]*)"/.exec(input)?.[1];
  const environment = headerOf(rawHeaders, 'x-svc-environment');
  const livemode = (optional(options['environment']) ?? environment)?.toUpperCase() === 'PRODUCTION';
  return [{ id: optional(options['key-id']) ?? sent ?? '', alg, key, status: 'active', livemode }];
}

function readKey(pem: string, file: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw wrongUse(`${file} is not a PEM key: it must begin with -----BEGIN PUBLIC KEY----- or PRIVATE KEY.`);
  }
  const isKnown = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  if (!isKnown) throw wrongUse(`${file} is not an Ed25519 or P-256 key.`);
  return key;
}

/** The public address that is signed: from --url, the environment, the last sign-in, or the capture itself. */
function findOrigin({ env }: Io, { options }: Given, { origin, rawHeaders }: Capture): string {
  const host = headerOf(rawHeaders, 'host');
  const known = optional(options['url']) ?? (env['MAKEWHOLE_URL'] || readConfigFile(env).url) ?? origin;
  const found = known ?? (host === undefined ? undefined : `https://${host}`);
  if (found === undefined) throw wrongUse('The request does not have the server URL. Set it: --url https://…');
  return found.replace(/(?<!\/)\/+$/, '');
}
