import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { until } from '#test/until';
import { givenPartner } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';

const harness = useHarness();
const gap = '/api/gap/v1';
const idOf = ({ headers }: Answer): string => headers.get('x-request-id') ?? '';

async function givenCalls() {
  const h = harness.current;
  const partner = await givenPartner(h);
  const { institutionId } = partner;
  const live = await givenPartner(h, { institutionId, livemode: true });
  const portal = await givenPortalUser(h, { institutionId, role: 'developer' });
  const inTest = await h.call('GET', `${gap}/me`, { token: partner.key });
  const inLive = await h.call('GET', `${gap}/me`, { token: live.key });
  await until('both in the log', async () => {
    const answers = [
      await portal.call('GET', `/requests/${idOf(inTest)}`),
      await portal.call('GET', `/requests/${idOf(inLive)}`, { mode: 'live' }),
    ];
    return answers.every(({ status }) => status === 200);
  });
  return { h, portal, partner, inTest: idOf(inTest), inLive: idOf(inLive) };
}

describe('the request log in the portal', () => {
  it('the log lists calls of the mode in the path, and shows bodies only in test mode', async () => {
    const { portal, inTest, inLive } = await givenCalls();
    const list = await portal.call('GET', '/requests');
    expect([list.status, list.body.data.map(({ id }: { id: string }) => id)]).toEqual([200, [inTest]]);
    const ofLive = await portal.call('GET', '/requests', { mode: 'live' });
    expect(ofLive.body.data.map(({ id }: { id: string }) => id)).toEqual([inLive]);
    const detail = await portal.call('GET', `/requests/${inTest}`);
    expect(JSON.parse(detail.body.content.response_body.text)).toMatchObject({ livemode: false });
    expect((await portal.call('GET', `/requests/${inLive}`, { mode: 'live' })).body.content).toBeNull();
  });

  it('a call of another institution or the other mode gets byte for byte the response for an unknown id', async () => {
    const { portal, inLive } = await givenCalls();
    const foreign = await givenCalls();
    const answers = [];
    for (const id of [foreign.inTest, inLive, 'req_0000000000000000000000aa'])
      answers.push(await portal.call('GET', `/requests/${id}`));
    const plain = answers.map(({ status, text }) => `${status} ${text.replace(/req_\w+/g, '')}`);
    expect([answers[0]?.status, new Set(plain).size]).toEqual([404, 1]);
    const theirs = `/api/portal/v1/${foreign.portal.institutionId}/test/requests`;
    expect((await portal.call('GET', '/requests', { headers: {} })).status).toBe(200);
    expect((await foreign.h.call('GET', theirs, { headers: { ...portal.headers } })).status).toBe(404);
  });

  it('the log is refused without a session, to the finance role, and for an invalid query', async () => {
    const { h, portal } = await givenCalls();
    expect((await h.call('GET', `/api/portal/v1/${portal.institutionId}/test/requests`)).status).toBe(401);
    const finance = await givenPortalUser(h, { institutionId: portal.institutionId, role: 'finance' });
    expect((await finance.call('GET', '/requests')).status).toBe(403);
    for (const query of ['status=9xx', 'limit=0', 'cursor=x', 'created_from=x', 'unknown=1'])
      expect([query, (await portal.call('GET', `/requests?${query}`)).status]).toEqual([query, 400]);
  });
});
