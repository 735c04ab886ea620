import { describe, expect, it } from 'vitest';
import { type Answer, type Harness, useHarness } from '#test/harness';
import { exchange } from '#test/http/raw-http';
import { algorithms, base, credentials, now, signWith, usual } from '#test/signatures/faulty-signer';
import { plants } from '#test/signatures/planted-mistakes';
import { elsewhere, legacy, older, receiverPlants, standard } from '#test/signatures/planted-receivers';
import { until } from '#test/until';
import { freshClientAddress } from '#testing/credentials/partner-credentials';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { givenEndpointWith, givenUploaded, toPaste } from './testing.ts';

const harness = useHarness({ PUBLIC_BASE_URL: base });

const requests = plants.flatMap(([expected, what, changes, only]) =>
  algorithms
    .filter((alg) => only === undefined || alg === only)
    .map((alg) => {
      const signer = usual(alg);
      return { expected, what: `${what}, ${alg}`, signed: signWith({ ...signer, ...changes(signer) }) };
    }),
);

/** Requests that the test-mode log attributes: their keyid is readable and belongs to an existing test credential. */
const attributable = requests.filter(
  ({ expected }) =>
    !expected.some((code) => ['input.missing', 'credential.unknown_keyid', 'environment.mode'].includes(code)),
);

/** Below the limits per minute for an institution and a credential. Each batch has its own institution. */
const batchSize = 50;
const batchesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / batchSize) }, (_, turn) =>
    all.slice(turn * batchSize, (turn + 1) * batchSize),
  );

type Named = { readonly what: string; readonly expected: readonly string[]; readonly named: readonly string[] };

const codesOf = ({ status, body }: Answer): string[] => {
  if (status !== 200) return [`${status} ${body?.code}`];
  return body.verdict === 'explained' ? body.mistakes.map(({ code }: { code: string }) => code).toSorted() : [];
};

const listWrong = (named: readonly Named[]) =>
  named.filter((one) => JSON.stringify(one.named) !== JSON.stringify(one.expected.toSorted()));

/** A developer at an institution that has the faulty signer's credentials. */
async function givenDeveloper(h: Harness): Promise<PortalBrowser> {
  const portal = await givenPortalUser(h, { role: 'developer' });
  await h.owner.many({ text: 'delete from credentials.signed_credentials', values: [] });
  await givenUploaded(h, portal.institutionId, credentials);
  return portal;
}

describe('the signature check', () => {
  it(`finds exactly the injected mistake in ${requests.length} of ${requests.length} pasted requests`, async () => {
    const named: Named[] = [];
    for (const batch of batchesOf(requests)) {
      const portal = await givenDeveloper(harness.current);
      for (const { expected, what, signed } of batch) {
        const body = { raw: toPaste(signed.request), sent_at: now.toISOString() };
        named.push({ what, expected, named: codesOf(await portal.call('POST', '/doctor/request', { body })) });
      }
    }
    expect(listWrong(named)).toEqual([]);
  });

  it(`finds exactly the injected mistake in ${receiverPlants.length} of ${receiverPlants.length} pasted deliveries`, async () => {
    const h = harness.current;
    const portal = await givenPortalUser(h, { role: 'developer' });
    const ofStandard = await givenEndpointWith(h, portal.institutionId, { current: standard, previous: older });
    const ofLegacy = await givenEndpointWith(h, portal.institutionId, { current: legacy });
    await givenEndpointWith(h, portal.institutionId, { current: elsewhere });
    const named: Named[] = [];
    for (const [expected, what, received] of receiverPlants) {
      const headers = Object.entries({ 'Content-Type': 'application/json', ...received.headers });
      const body = {
        endpoint_id: received.secrets[0]?.text === legacy ? ofLegacy : ofStandard,
        headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
        body: received.body.toString(),
        received_at: received.at.toISOString(),
        ...(received.computed === undefined ? {} : { computed: received.computed }),
      };
      named.push({ what, expected, named: codesOf(await portal.call('POST', '/doctor/webhook', { body })) });
    }
    expect(listWrong(named)).toEqual([]);
  });

  it(`finds exactly the injected mistake in ${attributable.length} of ${attributable.length} requests sent to the API and picked from the log`, async () => {
    const h = harness.current;
    h.clock.advance((now.getTime() - h.clock.now().getTime()) / 1000);
    const named: Named[] = [];
    for (const batch of batchesOf(attributable)) {
      const portal = await givenDeveloper(h);
      const sent: (Omit<Named, 'named'> & { readonly id: string })[] = [];
      for (const { expected, what, signed } of batch) {
        const answer = await send(h, signed.request);
        expect([what, answer.status]).toEqual([what, 401]);
        sent.push({ expected, what, id: answer.headers['x-request-id'] ?? '' });
      }
      for (const { id, ...one } of sent) {
        await until('the request in the log', async () => (await portal.call('GET', `/requests/${id}`)).status === 200);
        const answer = await portal.call('POST', '/doctor/request', { body: { request_id: id } });
        named.push({ ...one, named: codesOf(answer) });
      }
      h.clock.advance(60);
    }
    expect(listWrong(named)).toEqual([]);
  });
});

/** Sends the signer's exact bytes, from an address without earlier failures. */
async function send(h: Harness, { method, target, rawHeaders, body }: (typeof requests)[number]['signed']['request']) {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  const more = [`Content-Length: ${body?.length ?? 0}`, `X-Forwarded-For: ${freshClientAddress()}`];
  const head = `${[`${method} ${target} HTTP/1.1`, ...lines, ...more].join('\r\n')}\r\n\r\n`;
  const { answers } = await exchange(h.baseUrl, Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]), {
    answers: 1,
  });
  const [answer] = answers;
  if (answer === undefined) throw new Error('no answer');
  return answer;
}
