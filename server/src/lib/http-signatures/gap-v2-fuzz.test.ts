import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edited, edits, mutationsOf } from '#test/http/mutations';
import { runs } from '#test/runs';
import {
  changeComponents,
  digestOf,
  get,
  verdictOf,
  keyids,
  post,
  readComponents,
  signByHand,
  withHeader,
  type Message,
} from '#test/http/signed-requests';
import { parseDigests, readDigests } from './content-digest.ts';
import { parseInput, parseSignature, readSignature, readSignatureInput, type Component } from './signature-fields.ts';

const algorithms = ['ed25519', 'ecdsa-p256-sha256'] as const;

const plain = fc.stringMatching(/^[!#-[\]-~]{1,255}$/);
const digests = [
  (body: Buffer) => digestOf(body),
  (body: Buffer) => digestOf(body, 'sha-512'),
  (body: Buffer) => `${digestOf(body, 'sha-512')},\t${digestOf(body)}`,
  (body: Buffer) => `md5=:AA==:;x, ${digestOf(body)}, unixsum=30637`,
];

describe('a signer that follows the profile', () => {
  it('a request that follows the profile is always accepted', async () => {
    const requests = fc.record({
      alg: fc.constantFrom(...algorithms),
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH'),
      target: fc.stringMatching(/^\/[!"$-~]{0,60}$/),
      body: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      digest: fc.constantFrom(...digests),
      idempotencyKey: fc.stringMatching(/^[!-~]{1,255}$/),
      named: fc.boolean(),
      environment: fc.constantFrom('TEST', 'PRODUCTION'),
      created: fc.oneof(fc.nat(), fc.nat(253_402_300_799)),
      nonce: plain,
    });
    const property = fc.asyncProperty(requests, async (one) => {
      const changes = one.method === 'POST' || one.method === 'PATCH';
      const named = changes || one.named;
      const message: Message = {
        method: one.method,
        target: one.target,
        body: changes ? one.body : Buffer.alloc(0),
        rawHeaders: [
          ...(changes ? ['content-digest', one.digest(one.body)] : []),
          ...(named ? ['idempotency-key', one.idempotencyKey] : []),
          'x-svc-environment',
          one.environment,
        ],
      };
      const components = changeComponents.filter(
        (name) => (name !== 'content-digest' || changes) && (name !== 'idempotency-key' || named),
      );
      const parameters = `;created=${one.created};nonce="${one.nonce}";keyid="${keyids[one.alg]}";alg="${one.alg}";tag="gap-v2"`;
      expect(await verdictOf(signByHand(message, { alg: one.alg, components, parameters }))).toBe('accepted');
    });
    await fc.assert(property, { seed: 9421, numRuns: runs({ always: 500, nightly: 100_000 }) });
  });
});

const valid = [
  ...algorithms.map((alg) => signByHand(post, { alg })),
  ...algorithms.map((alg) => signByHand(get, { alg })),
  signByHand({ ...post, method: 'PATCH' }),
  signByHand(withHeader(get, 'Idempotency-Key', 'k'), {
    components: ['@method', '@target-uri', 'idempotency-key', 'x-svc-environment'],
  }),
];
describe('a request that was changed after signing', () => {
  it('a request that was changed after signing is never accepted', async () => {
    const tally = { violation: 0, 'does not hold': 0, 'not signed': 0, accepted: 0 };
    const property = fc.asyncProperty(mutationsOf(valid), async (changed) => {
      fc.pre(changed !== undefined);
      const verdict = await verdictOf(changed);
      tally[verdict] += 1;
      return verdict !== 'accepted';
    });
    const numRuns = runs({ always: 8000, nightly: 500_000 });
    await fc.assert(property, { seed: 9421, numRuns, maxSkipsPerRun: 1000 });
    expect(tally.violation + tally['does not hold']).toBe(numRuns);
    // Both checks rejected some of the requests.
    expect(Math.min(tally.violation, tally['does not hold'])).toBeGreaterThan(numRuns / 10);
  }, 600_000);
});

describe('the pattern for the common form', () => {
  it('the pattern accepts only texts that the parser would accept, and parses them the same way', () => {
    const sha256 = digestOf('x');
    const input =
      'svc=("@method" "@target-uri" "x-svc-environment");created=1;nonce="n";keyid="k";alg="ed25519";tag="gap-v2"';
    const signature = `svc=:${randomBytes(64).toString('base64')}:`;
    let usual = 0;
    const property = fc.property(
      fc.constantFrom(input, signature, sha256),
      fc.array(edits, { maxLength: 2 }),
      (text, list) => {
        const after = list.reduce(edited, text);
        const components = readComponents as Component[];
        const pairs = [
          [readSignatureInput(after, components), parseInput(after, components)],
          [readSignature(after), parseSignature(after)],
          [readDigests(after), parseDigests(after)],
        ];
        usual += pairs.filter(([one]) => one !== undefined && !('violation' in one)).length;
        return pairs.every(([one, other]) => JSON.stringify(one) === JSON.stringify(other));
      },
    );
    const numRuns = runs({ always: 8000, nightly: 500_000 });
    fc.assert(property, { seed: 9421, numRuns });
    expect(usual).toBeGreaterThan(numRuns / 10);
  }, 600_000);
});
