import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  body,
  byLegacy,
  byStandard,
  bytesOf,
  current,
  hex,
  older,
  own,
  receiverPlants,
  serviceHeaders,
  standard,
  t,
  usual,
} from '#test/signatures/planted-receivers';
import { diagnoseWebhook, type DeliveryToDiagnose } from './diagnose-webhook.ts';
import { mistakeCodes } from './mistakes.ts';

/** With the headers of both schemes, as every delivery has them. */
const byBoth: DeliveryToDiagnose = { ...usual, headers: { ...usual.headers, ...byStandard.headers } };
const ofStandard = (byStandard.headers['webhook-signature'] ?? '').slice('v1,'.length);

describe('a delivery that arrived as sent', () => {
  it.each([
    ['with the service’s header', usual],
    ['with the standard headers', byStandard],
    ['with a secret that is text', byLegacy],
    ['and what the receiver computed', { ...usual, computed: own(`${t}.${body}`) }],
    ['of both ways, and what was computed for one', { ...byBoth, computed: own(`${t}.${body}`) }],
    ['of both ways, and what was computed for the other', { ...byBoth, computed: ofStandard }],
    ['signed by the old secret in an overlap', { ...usual, headers: serviceHeaders(bytesOf(older)) }],
  ])('an unchanged delivery is valid, %s', async (_what, received) => {
    expect(await diagnoseWebhook(received)).toEqual({ verdict: 'valid', mistakes: [] });
  });
});

describe("a receiver's mistake", () => {
  it.each(receiverPlants)("the receiver's mistake %j is named, and no other: %s", async (expected, _what, received) => {
    const { verdict, mistakes } = await diagnoseWebhook(received);
    expect([verdict, mistakes.map(({ code }) => code).toSorted()]).toEqual(['explained', expected.toSorted()]);
  });

  it("a mistake is named for the receiver's scheme, when the delivery has the headers of both", async () => {
    const codesOf = async (computed: string) =>
      (await diagnoseWebhook({ ...byBoth, computed })).mistakes.map(({ code }) => code);
    expect(await codesOf(own(`${t}.${body}`, current(standard).text))).toEqual(['secret.prefix']);
    expect(await codesOf(own(body))).toEqual(['webhook.no_time']);
    expect(await codesOf(hex(Buffer.from(ofStandard, 'base64')))).toEqual(['webhook.encoding']);
  });

  it('every kind of receiver mistake was injected', () => {
    const planted = new Set(receiverPlants.flatMap(([codes]) => codes));
    const ofReceivers = mistakeCodes.filter((code) => /^(secret|webhook|received)\./.test(code));
    const elsewhereTested = ['received.crlf'];
    expect(ofReceivers.filter((code) => !planted.has(code) && !elsewhereTested.includes(code))).toEqual([]);
  });

  it('no mistake is invented for another body, random bytes or an unknown secret', async () => {
    const unknown: DeliveryToDiagnose[] = [
      { ...usual, body: Buffer.from('{"other":true}') },
      { ...usual, computed: hex(randomBytes(32)) },
      { ...usual, computed: own(`${t}.${body}`, randomBytes(32)) },
      { ...usual, secrets: [current(`whsec_${randomBytes(32).toString('base64')}`)] },
    ];
    for (const received of unknown) expect((await diagnoseWebhook(received)).verdict).toBe('not_explained');
  });
});
