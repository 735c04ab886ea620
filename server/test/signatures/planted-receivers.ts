// Typical mistakes of webhook receivers, each with the codes that must name it.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { DeliveryToDiagnose, OwnSecret } from '#lib/signature-diagnosis/diagnose-webhook';

export const standard = `whsec_${randomBytes(32).toString('base64')}`;
export const older = `whsec_${randomBytes(32).toString('base64')}`;
export const elsewhere = `whsec_${randomBytes(32).toString('base64')}`;
export const legacy = `whsec_gap_${randomBytes(20).toString('hex')}`;
export const bytesOf = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64');

export const body = Buffer.from('{"id":"evt_1","data":{"name":"Zoë Synthetic","count":2}}');
export const at = new Date('2026-11-17T12:00:00Z');
export const t = String(Math.floor(at.getTime() / 1000));
const hmac = (key: Buffer | string, text: string | Buffer, name = 'sha256') =>
  createHmac(name, key).update(text).digest();

export const serviceHeaders = (key: Buffer | string) => ({
  'x-service-signature': `t=${t},v1=${hmac(key, `${t}.${body}`).toString('hex')}`,
});
const standardHeaders = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': t,
  'webhook-signature': `v1,${hmac(bytesOf(standard), `evt_1.${t}.${body}`).toString('base64')}`,
};

export const current = (text: string): OwnSecret => ({ text, of: 'current' });
const secrets: OwnSecret[] = [current(standard), { text: older, of: 'previous' }, { text: elsewhere, of: 'other' }];
export const usual: DeliveryToDiagnose = {
  body,
  headers: serviceHeaders(bytesOf(standard)),
  secrets,
  at,
  toleranceS: 300,
};
export const byLegacy: DeliveryToDiagnose = { ...usual, headers: serviceHeaders(legacy), secrets: [current(legacy)] };
export const byStandard: DeliveryToDiagnose = { ...usual, headers: standardHeaders };

const value = JSON.parse(body.toString());
export const hex = (bytes: Buffer) => bytes.toString('hex');
export const own = (text: string | Buffer, key: Buffer | string = bytesOf(standard)) => hex(hmac(key, text));

export type Plant = readonly [expected: readonly string[], what: string, received: DeliveryToDiagnose];

export const receiverPlants: readonly Plant[] = [
  [
    ['received.compact'],
    'a body that was parsed and written again, of a spaced one',
    { ...usual, body: Buffer.from(JSON.stringify(value, null, 3)) },
  ],
  [['secret.text'], 'the secret as text', { ...usual, computed: own(`${t}.${body}`, standard.slice(6)) }],
  [['secret.prefix'], 'the secret with its prefix', { ...usual, computed: own(`${t}.${body}`, standard) }],
  [
    ['secret.prefix'],
    'the prefix decoded too',
    { ...usual, computed: own(`${t}.${body}`, Buffer.from(standard, 'base64')) },
  ],
  [
    ['secret.decoded'],
    'a text decoded',
    { ...byLegacy, computed: own(`${t}.${body}`, Buffer.from(legacy.slice(10), 'base64')) },
  ],
  [['secret.prefix'], 'a text without its prefix', { ...byLegacy, computed: own(`${t}.${body}`, legacy.slice(10)) }],
  [
    ['secret.whitespace'],
    'a line break behind the secret',
    { ...byLegacy, computed: own(`${t}.${body}`, `${legacy}\n`) },
  ],
  [['secret.previous'], 'the secret before the rotation', { ...usual, computed: own(`${t}.${body}`, bytesOf(older)) }],
  [['secret.other'], 'the secret of another endpoint', { ...usual, computed: own(`${t}.${body}`, bytesOf(elsewhere)) }],
  [['webhook.no_time'], 'the body alone', { ...usual, computed: own(body) }],
  [['webhook.no_id'], 'no id', { ...byStandard, computed: hmac(bytesOf(standard), `${t}.${body}`).toString('base64') }],
  [['webhook.separator'], 'a colon', { ...usual, computed: own(`${t}:${body}`) }],
  [['webhook.separator'], 'nothing between', { ...usual, computed: own(`${t}${body}`) }],
  [['webhook.order'], 'the body first', { ...usual, computed: own(`${body}.${t}`) }],
  [
    ['webhook.order'],
    'the time before the id',
    { ...byStandard, computed: hmac(bytesOf(standard), `${t}.evt_1.${body}`).toString('base64') },
  ],
  [['webhook.encoding'], 'base64', { ...usual, computed: hmac(bytesOf(standard), `${t}.${body}`).toString('base64') }],
  [
    ['webhook.encoding'],
    'hexadecimal digits',
    { ...byStandard, computed: hex(hmac(bytesOf(standard), `evt_1.${t}.${body}`)) },
  ],
  [
    ['webhook.plain_hash'],
    'a hash without a key',
    { ...usual, computed: createHash('sha256').update(`${t}.${body}`).digest('hex') },
  ],
  [['webhook.hash'], 'SHA-512', { ...usual, computed: hex(hmac(bytesOf(standard), `${t}.${body}`, 'sha512')) }],
  [['received.pretty'], 'a pretty-printed body', { ...usual, computed: own(`${t}.${JSON.stringify(value, null, 2)}`) }],
  [
    ['received.spaced'],
    'the body as Python writes it',
    { ...usual, computed: own(`${t}.{"id": "evt_1", "data": {"name": "Zoë Synthetic", "count": 2}}`) },
  ],
  [
    ['received.escaped'],
    'the body as Python writes it in ASCII',
    { ...usual, computed: own(`${t}.{"id": "evt_1", "data": {"name": "Zo\\u00eb Synthetic", "count": 2}}`) },
  ],
  [
    ['received.sorted'],
    'sorted members',
    { ...usual, computed: own(`${t}.{"data":{"count":2,"name":"Zoë Synthetic"},"id":"evt_1"}`) },
  ],
  [['received.final_newline'], 'a line break at the end', { ...usual, computed: own(`${t}.${body}\n`) }],
  [['received.final_newline'], 'a line break that was added to the body', { ...usual, body: Buffer.from(`${body}\n`) }],
  [['received.empty'], 'an empty body', { ...usual, computed: own(`${t}.`) }],
  [
    ['received.byte_order_mark'],
    'a byte order mark',
    { ...usual, computed: own(Buffer.concat([Buffer.from(`${t}.`), Buffer.from([0xef, 0xbb, 0xbf]), body])) },
  ],
  [['webhook.clock'], 'a slow receiver', { ...usual, at: new Date(at.getTime() + 900_000) }],
  [['webhook.header'], 'no header', { ...usual, headers: {} }],
  [
    ['secret.text', 'webhook.no_time'],
    'two: the secret as text, and no time',
    { ...usual, computed: own(body, standard.slice(6)) },
  ],
  [
    ['received.pretty', 'secret.prefix'],
    'two: pretty-printed, and the prefix',
    { ...usual, computed: own(`${t}.${JSON.stringify(value, null, 2)}`, standard) },
  ],
];
