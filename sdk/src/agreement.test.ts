import { execFileSync } from 'node:child_process';
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyServiceSignature, verifyStandardWebhook } from './webhooks.ts';

const bodies = 1000;
/** Each of these starts a process, so all of them run only nightly. */
// oxlint-disable-next-line node/no-process-env -- the variable by which every test learns of a nightly run
const opensslBodies = process.env['NIGHTLY'] === '1' ? bodies : 50;

type Sample = { readonly id: string; readonly body: string; readonly key: Buffer; readonly secret: string };

const pieces = ['a', 'é', '☂', '𝄞', '"', '\\', '\n', '\u0000', '\u2028', ' ', '0', '{', '}'];
const randomText = () => Array.from({ length: randomInt(200) }, () => pieces[randomInt(pieces.length)]).join('');

function sample(): Sample {
  const key = randomBytes(randomInt(24, 65));
  return {
    id: `evt_${randomBytes(12).toString('hex')}`,
    body: JSON.stringify({ [randomText()]: randomText(), n: Math.random(), list: [randomText()] }),
    key,
    secret: `whsec_${key.toString('base64')}`,
  };
}

const samples = Array.from({ length: bodies }, sample);
const nowS = () => Math.floor(Date.now() / 1000);

const hmac = (key: Buffer, message: string) => createHmac('sha256', key).update(message);

function headersOf({ id, body, key }: Sample, t: number) {
  const standard = hmac(key, `${id}.${t}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(t),
    'webhook-signature': `v1,${standard}`,
    'x-service-signature': `t=${t},v1=${hmac(key, `${t}.${body}`).digest('hex')}`,
  };
}

type Signed = { readonly headers: ReturnType<typeof headersOf>; readonly body: string; readonly secret: string };

/** Whether each verifier accepts: ours for each header, the standard's library, and openssl if requested. */
function verdicts({ headers, body, secret }: Signed, askOpenssl: boolean): Record<string, boolean> {
  return {
    service: accepts(() => verifyServiceSignature({ header: headers['x-service-signature'], body, secret })),
    standard: accepts(() => verifyStandardWebhook({ headers, body, secret })),
    library: accepts(() => new Webhook(secret).verify(body, headers)),
    ...(askOpenssl ? { openssl: opensslAccepts({ headers, body, secret }) } : {}),
  };
}

function accepts(verify: () => unknown): boolean {
  try {
    verify();
    return true;
  } catch {
    return false;
  }
}

/** What a receiver without a library would do. openssl does not check the time, so its caller compares that. */
function opensslAccepts({ headers, body, secret }: Signed): boolean {
  const [, t = '', v1] = /^t=(\d+),v1=(.+)$/.exec(headers['x-service-signature']) ?? [];
  const hexKey = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex');
  const args = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hexKey}`, '-r'];
  const printed = execFileSync('openssl', args, { input: `${t}.${body}`, encoding: 'utf8' });
  return printed.slice(0, 64) === v1 && Math.abs(nowS() - Number(t)) <= 300;
}

/** Deliveries for which a verifier's result is wrong. */
function disagreements(accepted: boolean, make: (one: Sample) => Signed): unknown[] {
  return samples.flatMap((one, index) => {
    const said = verdicts(make(one), index < opensslBodies);
    return Object.values(said).every((verdict) => verdict === accepted) ? [] : [{ ...one, ...said }];
  });
}

describe('this library, the Standard Webhooks library and openssl', () => {
  it('sign alike', () => {
    for (const one of samples) {
      const t = nowS();
      const theirs = new Webhook(one.secret).sign(one.id, new Date(t * 1000), one.body);
      expect(headersOf(one, t)['webhook-signature']).toBe(theirs);
    }
  });

  it('accept every genuine delivery', () => {
    expect(disagreements(true, (one) => ({ ...one, headers: headersOf(one, nowS()) }))).toEqual([]);
  });

  it('refuse every body in which one character was changed, added or taken away', () => {
    const tampered = (one: Sample) => {
      const place = randomInt(one.body.length);
      const [before, after] = [one.body.slice(0, place), one.body.slice(place + 1)];
      const changed = [`${before}${one.body[place] === '#' ? '*' : '#'}${after}`, `${before}${after}`, `${one.body} `];
      return { ...one, headers: headersOf(one, nowS()), body: changed[randomInt(changed.length)] ?? '' };
    };
    expect(disagreements(false, tampered)).toEqual([]);
  });

  it('refuse every delivery signed 301 seconds ago', () => {
    expect(disagreements(false, (one) => ({ ...one, headers: headersOf(one, nowS() - 301) }))).toEqual([]);
  });

  it('refuse every delivery signed with another secret', () => {
    const another = (one: Sample) => ({ ...one, headers: headersOf(one, nowS()), secret: sample().secret });
    expect(disagreements(false, another)).toEqual([]);
  });
});
