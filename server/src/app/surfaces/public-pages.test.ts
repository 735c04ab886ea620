import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';

const harness = useHarness();

it.each([
  ['GET', '/api/agent/v2/intakes', { code: 'not_found', error: expect.any(String) }],
  ['GET', '/API/agent/v1/intakes', { code: 'not_found', error: expect.any(String) }],
  ['POST', '/api/gap/v2', { code: 'not_found', status: 404, instance: '/api/gap/v2' }],
  ['GET', '/Api/Gap/v1/referrals', { code: 'not_found', status: 404, instance: '/Api/Gap/v1/referrals' }],
  ['GET', '/api/portal/v9', { code: 'not_found', status: 404 }],
  ['GET', '/api', { code: 'not_found', status: 404 }],
  ['POST', '/providers/stripe', { code: 'malformed_body', status: 400 }],
  ['POST', '/hooks/text/status', { code: 'forbidden', status: 403 }],
])('an error of %s %s is JSON, in the format of its API', async (method, path, expected) => {
  const { headers, body } = await harness.current.call(method, path);
  expect(headers.get('content-type')).toMatch(/^application\/(problem\+)?json; charset=utf-8$/);
  expect(body).toMatchObject(expected);
});

it('an unknown page is HTML', async () => {
  const { status, headers } = await harness.current.call('GET', '/apiary');
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});
