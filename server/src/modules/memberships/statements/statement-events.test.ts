import { expect, it } from 'vitest';
import { until } from '#test/until';
import { givenPartner } from '#testing/partners';
import { partnerCalls } from '#testing/referrals';
import { callStaff, deliver, givenEndpoint, useDelivering } from '#testing/webhooks';
import { givenEnrollment } from '../testing.ts';

const given = useDelivering({ gapRequestsPerMin: 1_000_000 });

it('an issued statement is published to live endpoints, without livemode, thin or full [P-STMT-003, P-EVENT-009, P-THIN-011, P-THIN-012, P-THIN-008, P-FULL-012]', async () => {
  const { harness, receiver } = given.current;
  const { key, institutionId } = await givenPartner(harness, { livemode: true });
  const test = await givenPartner(harness, { institutionId, livemode: false });
  await givenEnrollment(harness, key);
  const base = `/${crypto.randomUUID()}`;
  const kinds = {
    thinTest: { livemode: false },
    fullTest: { livemode: false, payload: 'full', secret_kind: 'gap' },
    thinLive: { livemode: true },
    fullLive: { livemode: true, payload: 'full', secret_kind: 'gap' },
  };
  for (const [name, kind] of Object.entries(kinds))
    await givenEndpoint(given.current, institutionId, { url: `https://${receiver.host}${base}/${name}`, ...kind });
  harness.clock.advance(20 * 86_400);
  await callStaff(given.current, 'POST /statements/run', { period: '2026-11' });
  await deliver(harness);
  const told = (name: keyof typeof kinds) =>
    receiver.received.filter(({ path }) => path === `${base}/${name}`).map(({ body }) => JSON.parse(body));
  expect([told('thinTest'), told('fullTest')]).toEqual([[], []]);
  const [statement] = (await partnerCalls(harness, key)('GET /plans/statements')).body.data;
  const [thin, ...moreThin] = told('thinLive');
  const [full, ...moreFull] = told('fullLive');
  expect([moreThin, moreFull]).toEqual([[], []]);
  const { id, object, number, period, status, issued_at } = statement;
  expect(Object.keys(thin)).toEqual(['id', 'object', 'type', 'api_version', 'created_at', 'account', 'data']);
  expect(thin).toMatchObject({ type: 'plan.statement.issued', api_version: '1.1', account: { id: institutionId } });
  expect(JSON.stringify(thin.data)).toBe(
    JSON.stringify({ statement: { id, object, number, period, status, issued_at } }),
  );
  expect(JSON.stringify(thin)).not.toMatch(/cents|500|enrollment/);
  expect(Object.keys(full)).toEqual(['id', 'object', 'type', 'created_at', 'data']);
  expect(JSON.stringify(full.data)).toBe(JSON.stringify({ statement }));
  expect(full.id).toBe(thin.id);
  const listed = await until('the event to be listed', async () => {
    const { body } = await partnerCalls(harness, key)('GET /events?type=plan.statement.issued');
    return body.data.length === 1 && body.data;
  });
  expect(listed).toEqual([thin]);
  expect((await partnerCalls(harness, test.key)('GET /events?type=plan.statement.issued')).body.data).toEqual([]);
});
