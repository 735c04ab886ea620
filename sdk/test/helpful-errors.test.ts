import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Makewhole, webhooks } from '../src/index.ts';

describe('a client', () => {
  it.each(['api.example.com', 'localhost:8080', '127.0.0.1:8080', 'ftp://api.example.com', ''])(
    'immediately rejects a URL that is not valid: %s',
    (baseUrl) => {
      const said = 'baseUrl must be an address such as https://api.example.com';
      expect(() => Makewhole.partner({ baseUrl, key: 'gap_test_synthetic' })).toThrow(said);
      expect(() => Makewhole.agent({ baseUrl })).toThrow(said);
    },
  );

  it('reports why a connection failed', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const partner = Makewhole.partner({ baseUrl: `http://127.0.0.1:${port}`, key: 'gap_test_synthetic', retries: 0 });
    await expect(partner.me.get()).rejects.toMatchObject({
      code: 'connection_failed',
      message: 'The connection failed: ECONNREFUSED.',
    });
  });
});

it.each(['https://api.example.com', 'https://api.example.com/', 'https://api.example.com/sandbox/'])(
  'an error without its own page has the page of its API: %s',
  async (baseUrl) => {
    const fetch = async () => Response.json({ code: 'added_later', error: 'Refused.' }, { status: 400 });
    await expect(Makewhole.agent({ baseUrl, fetch }).me.get()).rejects.toMatchObject({
      page: 'https://api.example.com/developers/agent',
    });
  },
);

describe('a receiver', () => {
  it.each([undefined, '', []])('cannot be created without a secret: %j', (secret) => {
    expect(() => webhooks.receive({ secret: secret as string, on: {} })).toThrow('secret is missing');
  });

  it('explains what is wrong with a parsed body', async () => {
    const secret = 'whsec_b25lIHNlY3JldCBvZiBtdyBsaXN0ZW4=';
    const headers = await webhooks.testHeaders({ body: '{"id":"evt_1","type":"referral.created"}', secret });
    for (const body of [{ id: 'evt_1' }, undefined, null])
      await expect(webhooks.verify({ headers, body: body as unknown as string, secret })).rejects.toThrow(
        'body must be the raw body',
      );
  });
});

describe('the README', () => {
  it('names no file that the package lacks', () => {
    const folder = join(import.meta.dirname, '..');
    const build = readFileSync(join(folder, 'build.ts'), 'utf8');
    const links = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\(([^)]+)\)/g)];
    for (const [, target = ''] of links.filter(([, address = '']) => !/^https?:/.test(address))) {
      const packed = build.includes(`'${target.split('/')[0] ?? ''}'`);
      expect([target, existsSync(join(folder, target)), packed]).toEqual([target, true, true]);
    }
  });
});
