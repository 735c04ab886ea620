import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { changeHeader, type Message } from '#test/http/signed-requests';
import { freshClientAddress } from '#testing/credentials/partner-credentials';
import { givenInstitution, givenSignedCredential } from '#testing/partners';

const harness = useHarness();
const me = '/api/gap/v1/me?x=1';
const lookup = '/api/gap/v1/review-status/lookup';

type Refusal = {
  code: string;
  detail: string;
  hints?: { code: string; what: string; fix: string }[];
  signature_base?: string;
};
type Call = Parameters<Awaited<ReturnType<typeof givenSignedCredential>>['call']>[2];

async function refusalOf(
  client: Awaited<ReturnType<typeof givenSignedCredential>>,
  call: Call = {},
  target = me,
): Promise<Refusal> {
  const { status, body } = await client.call('GET', target, { from: freshClientAddress(), ...call });
  expect(status).toBe(401);
  return body;
}
const hintsOf = ({ hints = [] }: Refusal) => hints.map(({ code }) => code);
const elsewhere = { signing: { baseUrl: 'http://localhost:3000' } };
const withQuery = (message: Message) => ({ ...message, target: `${message.target}?x=1` });

describe('a refused signature in test mode', () => {
  it('a refused test signature shows the expected text and the mistake; the code stays the same', async () => {
    const client = await givenSignedCredential(harness.current);
    const refusal = await refusalOf(client, elsewhere);
    expect([refusal.code, hintsOf(refusal)]).toEqual(['signature_invalid', ['target.host']]);
    expect(refusal.signature_base).toContain(`"@target-uri": ${harness.current.config.publicBaseUrl}${me}\n`);
    expect(refusal.hints?.[0]).toEqual({ code: 'target.host', what: expect.any(String), fix: expect.any(String) });
    expect(hintsOf(await refusalOf(client, { spoil: withQuery }, '/api/gap/v1/me'))).toEqual(['target.no_query']);
    const created = Math.floor(harness.current.clock.now().getTime() / 1000) - 400;
    const stale = await refusalOf(client, { created });
    expect([stale.code, hintsOf(stale), stale.hints?.[0]?.what]).toEqual([
      'signature_stale',
      ['created.clock'],
      'created is too far from our clock. It is 400 seconds behind.',
    ]);
  });

  it('a refused test signature names the violation of the profile, and which form of the body was hashed', async () => {
    const client = await givenSignedCredential(harness.current, { alg: 'ecdsa-p256-sha256' });
    const small = await refusalOf(client, { environment: 'test' });
    expect([small.code, hintsOf(small)]).toEqual(['signature_profile_invalid', ['environment.value']]);
    const pretty = await client.call('POST', lookup, {
      raw: '{\n  "reference": "a"\n}',
      spoil: (message) => ({ ...message, ...sized(message, Buffer.from('{"reference":"a"}')) }),
      from: freshClientAddress(),
    });
    expect([pretty.status, pretty.body.code, hintsOf(pretty.body)]).toEqual([
      401,
      'signature_profile_invalid',
      ['body.pretty'],
    ]);
  });

  it('the holder of a key learns that the credential is another one, pending or revoked', async () => {
    const { id: institutionId } = await givenInstitution(harness.current);
    const [first, second, pending] = [
      await givenSignedCredential(harness.current, { institutionId }),
      await givenSignedCredential(harness.current, { institutionId }),
      await givenSignedCredential(harness.current, { institutionId, pending: true }),
    ];
    const other = await refusalOf(first, { signing: { key: second.privateKey } });
    expect([hintsOf(other), other.hints?.[0]?.what]).toEqual([
      ['credential.other'],
      expect.stringContaining(second.id),
    ]);
    expect(hintsOf(await refusalOf(pending))).toEqual(['credential.pending']);
  });

  it('tells a stranger nothing: not whether a credential exists, nor anything of another institution', async () => {
    const client = await givenSignedCredential(harness.current);
    const stranger = await givenSignedCredential(harness.current);
    const guesses = [
      await refusalOf(stranger, { keyid: client.id }),
      await refusalOf(stranger, { keyid: 'crd_0Ai1jZkB0000000000000000' }),
      await refusalOf(client, { signing: { key: stranger.privateKey } }),
      await refusalOf(client, { spoil: (message) => changeHeader(message, 'signature', () => forged()) }),
    ];
    for (const refusal of guesses) {
      expect([refusal.code, refusal.hints]).toEqual(['signature_invalid', undefined]);
      expect(refusal.detail).toBe(guesses[0]?.detail);
    }
  });

  it('refused signatures are diagnosed thirty times per minute and institution', async () => {
    const client = await givenSignedCredential(harness.current);
    const hinted: number[] = [];
    for (let turn = 0; turn < 32; turn += 1) hinted.push(hintsOf(await refusalOf(client, elsewhere)).length);
    expect(hinted.filter((count) => count === 1)).toHaveLength(30);
    expect(hinted.slice(30)).toEqual([0, 0]);
  });
});

describe('a refused signature in live mode', () => {
  it('says no more than before, whoever signed', async () => {
    const live = await givenSignedCredential(harness.current, { livemode: true });
    const plain = await refusalOf(live, elsewhere);
    expect([plain.code, plain.hints, plain.signature_base]).toEqual(['signature_invalid', undefined, undefined]);
    // Claiming TEST with a live credential gives no hints.
    const claimed = await refusalOf(live, { ...elsewhere, environment: 'TEST' });
    expect([claimed.code, claimed.hints]).toEqual(['signature_invalid', undefined]);
  });
});

const forged = () => `svc=:${sign(null, Buffer.from('x'), ed25519).toString('base64')}:`;
const { privateKey: ed25519 } = generateKeyPairSync('ed25519');

/** Another body under the digest of the first, with its own length. */
const sized = (message: Message, body: Buffer) => ({
  body,
  rawHeaders: changeHeader(message, 'content-length', () => String(body.length)).rawHeaders,
});
