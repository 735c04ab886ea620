import { joinBytes, toBase64, toBytes, toHex } from '../bytes.ts';
import type { WebCryptoKey } from '../create-signer.ts';
import type { Event, UnknownEvent } from '../types/events.ts';
import {
  findHeader,
  hmacKey,
  isStandard,
  listSecrets,
  readServiceHeader,
  readStandardHeaders,
  requireFresh,
  WebhookRefused,
  type Claim,
  type RawBody,
  type Secrets,
  type WebhookHeaders,
} from './webhook-headers.ts';

export type Delivery = {
  readonly headers: WebhookHeaders;
  /** Byte for byte as it arrived. */
  readonly body: RawBody;
  /** Both secrets during the overlap of a rotation. */
  readonly secret: Secrets;
  /** The time on your clock; default: now. */
  readonly now?: Date | undefined;
  /** Default: 300. */
  readonly toleranceSeconds?: number | undefined;
};

/**
 * Returns the event of a genuine and recent delivery; throws `WebhookRefused` otherwise. During a rotation our
 * own header has the old secret's signature and the standard header has both, so a match of either header is enough.
 */
export async function verifyDelivery({ headers, body, secret, ...clock }: Delivery): Promise<Event | UnknownEvent> {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new TypeError('body must be the raw body, as text or bytes, and not what a parser made of it.');
  const secrets = listSecrets(secret);
  const claim = readServiceHeader(findHeader(headers, 'x-service-signature'));
  requireFresh(claim, clock.now, clock.toleranceSeconds);
  const standard = secrets.filter(isStandard);
  const matched =
    (await isSignedBy(secrets, claim, body)) ||
    (standard.length > 0 &&
      findHeader(headers, 'webhook-signature') !== undefined &&
      (await isSignedByStandard(standard, { headers, body, ...clock })));
  if (!matched) throw new WebhookRefused('signature', 'no signature matches');
  return JSON.parse(new TextDecoder().decode(toBytes(body))) as Event | UnknownEvent;
}

async function isSignedByStandard(secrets: readonly string[], delivery: Omit<Delivery, 'secret'>): Promise<boolean> {
  const claim = readStandardHeaders(delivery.headers);
  requireFresh(claim, delivery.now, delivery.toleranceSeconds);
  return isSignedBy(secrets, claim, delivery.body);
}

const hmac = { name: 'HMAC', hash: 'SHA-256' };

const importSecret = (secret: string, use: 'sign' | 'verify'): Promise<WebCryptoKey> =>
  crypto.subtle.importKey('raw', hmacKey(secret), hmac, false, [use]);

/** WebCrypto compares in constant time; every secret is tried with every signature, whatever matched before. */
async function isSignedBy(secrets: readonly string[], { prefix, signatures }: Claim, body: RawBody): Promise<boolean> {
  if (secrets.length === 0) throw new WebhookRefused('secret', 'none of the secrets can verify this header');
  const content = joinBytes([prefix, body]);
  let matched = false;
  for (const secret of secrets) {
    const key = await importSecret(secret, 'verify');
    for (const signature of signatures)
      matched = (await crypto.subtle.verify(hmac, key, signature, content)) || matched;
  }
  return matched;
}

export type TestDelivery = {
  /** The text you will send. */
  readonly body: RawBody;
  readonly secret: string;
  /** The time of signing; default: now. */
  readonly now?: Date;
};

/** The headers the service would send with this body, to test your receiver. */
export async function createTestHeaders({
  body,
  secret,
  now = new Date(),
}: TestDelivery): Promise<Record<string, string>> {
  const t = Math.floor(now.getTime() / 1000);
  const key = await importSecret(secret, 'sign');
  const sign = async (prefix: string) => new Uint8Array(await crypto.subtle.sign(hmac, key, joinBytes([prefix, body])));
  const { id, type } = JSON.parse(new TextDecoder().decode(toBytes(body))) as { id: string; type: string };
  return {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-event': type,
    'x-service-delivery': `dlv_test_${crypto.randomUUID()}`,
    'x-service-signature': `t=${t},v1=${toHex(await sign(`${t}.`))}`,
    ...(isStandard(secret)
      ? {
          'webhook-id': id,
          'webhook-timestamp': String(t),
          'webhook-signature': `v1,${toBase64(await sign(`${id}.${t}.`))}`,
        }
      : {}),
  };
}
