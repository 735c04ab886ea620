import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';

const harness = useHarness();

it.each([
  '/developers',
  '/developers/agent',
  '/developers/agent/openapi.json',
  '/developers/agent-agreement/2026-09-17',
  '/developers/gap',
  '/developers/gap/openapi.json',
  '/developers/gap/vectors.json',
  '/developers/errors',
  '/developers/errors/validation_failed.md',
])('%s is sent once to each client, until its content changes', async (path) => {
  const { call } = harness.current;
  const [made, again] = [await call('GET', path), await call('GET', path)];
  for (const { status, headers } of [made, again])
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  expect(again.text).toBe(made.text);
  expect(again.headers.get('content-type')).toBe(made.headers.get('content-type'));
  expect(again.headers.get('x-request-id')).not.toBe(made.headers.get('x-request-id'));
  const tag = made.headers.get('etag') ?? '';
  expect([tag.length, again.headers.get('etag')]).toEqual([29, tag]);
  const known = await call('GET', path, { headers: { 'if-none-match': tag } });
  expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', tag]);
  const plain = { headers: { 'accept-encoding': 'identity' } };
  const { headers } = await call('HEAD', path, plain);
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(made.text)));
  expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([null, tag.replace('-gzip', '')]);
  expect((await call('GET', path, plain)).text).toBe(made.text);
  expect([made.headers.get('content-encoding'), made.headers.get('vary')]).toEqual([
    'gzip',
    expect.stringMatching(/(?:^|, )accept-encoding$/),
  ]);
});

it('clients may keep files that are named by their content', async () => {
  const { call } = harness.current;
  const { text } = await call('GET', '/developers');
  const addresses = [...text.matchAll(/"(\/developers\/assets\/[^"]+)"/g)].map(([, address = '']) => address);
  expect(addresses).toHaveLength(2);
  for (const address of addresses)
    for (const { status, headers } of [await call('GET', address), await call('GET', address)])
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
});

it('a page that does not exist is not cached', async () => {
  const { status, headers } = await harness.current.call('GET', '/developers/errors/nothing');
  expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([404, 'no-store', null]);
});
