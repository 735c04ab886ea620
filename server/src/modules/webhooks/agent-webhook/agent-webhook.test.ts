import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenAgent } from '#testing/agents';

const harness = useHarness();

const put = (token: string, body: unknown) => harness.current.call('PUT', '/api/agent/v1/me/webhook', { token, body });
const remove = (token: string) => harness.current.call('DELETE', '/api/agent/v1/me/webhook', { token });
const shown = async (token: string) => (await harness.current.call('GET', '/api/agent/v1/me', { token })).body.webhook;

const eventTypes = [
  'intake.received',
  'intake.welcome_sent',
  'intake.contact_attempted',
  'intake.customer_confirmed',
  'intake.consultation_active',
  'intake.declined',
  'intake.expired',
];

describe('the webhook of an agent', () => {
  it("an agent's webhook is set with a url, and the response has its signing secret [A-HOOK-001]", async () => {
    const { key } = await givenAgent(harness.current);
    const { status, body } = await put(key, { url: 'https://agent.example.com/hooks' });
    const now = harness.current.clock.now().toISOString();
    expect(status).toBe(200);
    expect(body).toEqual({
      url: 'https://agent.example.com/hooks',
      secret: expect.stringMatching(/^whsec_agent_[0-9A-Za-z]{40}$/),
      events: eventTypes,
      created_at: now,
      updated_at: now,
    });
  });

  it('a second url replaces the first webhook, with a new secret [A-HOOK-006]', async () => {
    const { key } = await givenAgent(harness.current);
    const { body: first } = await put(key, { url: 'https://one.example.com/' });
    harness.current.clock.advance(5);
    const { body: second } = await put(key, { url: 'https://two.example.com/' });
    harness.current.clock.advance(5);
    const { body: third } = await put(key, { url: 'https://two.example.com/' });
    expect(new Set([first.secret, second.secret, third.secret]).size).toBe(3);
    expect([third.created_at, third.updated_at]).toEqual([first.created_at, harness.current.clock.now().toISOString()]);
    const { secret: _once, ...view } = third;
    expect(await shown(key)).toEqual(view);
  });

  it('an agent has one webhook, however many urls arrive at the same time', async () => {
    const { key } = await givenAgent(harness.current);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => put(key, { url: `https://host-${index}.example.com/` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.map(({ body }) => body.url)).toContain((await shown(key)).url);
  });

  it('a webhook is shown without its secret from then on [A-HOOK-007]', async () => {
    const { key } = await givenAgent(harness.current);
    const { body } = await put(key, { url: 'https://agent.example.com/hooks' });
    const later = [
      await harness.current.call('GET', '/api/agent/v1/me', { token: key }),
      await put(key, { url: 'https://agent.example.com/hooks' }),
      await remove(key),
    ];
    for (const { text } of later) expect(text).not.toContain(body.secret);
  });

  it('a webhook is removed once, and is gone [A-HOOK-008]', async () => {
    const { key } = await givenAgent(harness.current);
    await put(key, { url: 'https://agent.example.com/hooks' });
    const first = await remove(key);
    const second = await remove(key);
    expect([first.status, first.body]).toEqual([200, { deleted: true }]);
    expect([second.status, second.body]).toEqual([200, { deleted: false }]);
    expect(await shown(key)).toBeNull();
  });

  it('a webhook belongs to its agent only', async () => {
    const mine = await givenAgent(harness.current);
    const other = await givenAgent(harness.current);
    await put(mine.key, { url: 'https://mine.example.com/' });
    expect(await shown(other.key)).toBeNull();
    expect((await remove(other.key)).body).toEqual({ deleted: false });
    expect((await shown(mine.key)).url).toBe('https://mine.example.com/');
  });

  it('a webhook is set with a url and nothing else [A-HOOK-005]', async () => {
    const { key } = await givenAgent(harness.current);
    const { status, body } = await put(key, { url: 'https://agent.example.com/', events: [] });
    expect([status, body.issues]).toEqual([400, [{ path: 'events', message: 'is not a known member' }]]);
    expect(await shown(key)).toBeNull();
  });
});

const ofLength = (length: number) => `https://agent.example.com/${'p'.repeat(length - 26)}`;

const accepted: Record<string, string> = {
  'a public host': 'https://agent.example.com',
  'a path and a query': 'https://agent.example.com/a/b?c=d&e=%20',
  'another port': 'https://agent.example.com:8443/hooks',
  'a host in capitals': 'HTTPS://AGENT.EXAMPLE.COM/hooks',
  'a trailing dot': 'https://agent.example.com./hooks',
  'a name that only begins like a private one': 'https://localhost.example.com/',
  'an international name': 'https://bücher.example.com/',
};

const notUrls: Record<string, unknown> = {
  empty: '',
  'no url': 'nope',
  'a relative reference': '/hooks',
  'no scheme': '//agent.example.com/hooks',
  null: null,
  'a number': 7,
  'a list': ['https://agent.example.com/'],
  'another scheme': 'ftp://agent.example.com/',
  'a scheme without slashes': 'https:agent.example.com',
  'no host': 'https:///hooks',
  'a space before': ' https://agent.example.com/',
  'a space after': 'https://agent.example.com/ ',
  'a line end inside': 'https://agent.example.com/a\nb',
  'a tab in the host': 'https://agent\t.example.com/',
  'backslashes for slashes': 'https:\\\\agent.example.com/',
};

const notPublic: Record<string, string> = {
  'a user': 'https://user@agent.example.com/',
  'a user and a password': 'https://user:secret@agent.example.com/',
  'a fragment': 'https://agent.example.com/#part',
  'an empty fragment': 'https://agent.example.com/#',
  'one label': 'https://intranet/hooks',
  'one label and a dot': 'https://intranet./hooks',
  'an empty label': 'https://agent..example.com/',
  'an empty first label': 'https://.example.com/',
  'a label that is too long': `https://${'a'.repeat(64)}.example.com/`,
  localhost: 'https://localhost/',
  'localhost and a port': 'https://localhost:8443/',
  'localhost and a dot': 'https://localhost./',
  'a name under localhost': 'https://agent.localhost/',
  'a name under local': 'https://printer.local/',
  'a name under local in capitals': 'https://PRINTER.LOCAL./',
  'a name under internal': 'https://metadata.google.internal/',
  'a name under home.arpa': 'https://router.home.arpa/',
  'a name under onion': 'https://abcdefghij.onion/',
  'an IPv4 address': 'https://203.0.113.7/',
  'the loopback address': 'https://127.0.0.1/',
  'an address and a dot': 'https://127.0.0.1./',
  'a short address': 'https://127.1/',
  'an address as one number': 'https://2130706433/',
  'an address in hexadecimal': 'https://0x7f000001/',
  'an address in octal': 'https://0177.0.0.1/',
  'an address in full-width digits': 'https://１２７.０.０.１/',
  'an IPv6 address': 'https://[2001:db8::1]/',
  'the IPv6 loopback': 'https://[::1]:8443/',
  'an IPv4 address inside IPv6': 'https://[::ffff:127.0.0.1]/',
};

const refusedPaths = async (url: unknown) => {
  const { key } = await givenAgent(harness.current);
  const { status, body } = await put(key, { url });
  expect(await shown(key)).toBeNull();
  return [status, body.code, body.issues?.map((issue: { path: string }) => issue.path)];
};

const refusal = [400, 'invalid_request', ['url']];

describe('the url of a webhook', () => {
  it.each(Object.entries(accepted))('a webhook url may have: %s', async (_name, url) => {
    const { key } = await givenAgent(harness.current);
    const { status, body } = await put(key, { url });
    expect([status, body.url]).toEqual([200, url]);
  });

  it.each(Object.entries(notUrls))('a webhook url must be a URL, and not: %s [A-HOOK-002]', async (_name, url) => {
    expect(await refusedPaths(url)).toEqual(refusal);
  });

  it.each(Object.entries(notPublic))(
    'a webhook url names only a public host, so it must not have: %s',
    async (_name, url) => {
      expect(await refusedPaths(url)).toEqual(refusal);
    },
  );

  it('a webhook url has at most 500 characters [A-HOOK-004]', async () => {
    const { key } = await givenAgent(harness.current);
    expect((await put(key, { url: ofLength(500) })).status).toBe(200);
    expect(await refusedPaths(ofLength(501))).toEqual(refusal);
  });

  it('a webhook url is required [A-HOOK-002]', async () => {
    const { key } = await givenAgent(harness.current);
    const { status, body } = await put(key, {});
    expect([status, body.issues]).toEqual([400, [{ path: 'url', message: 'is required' }]]);
  });

  it('must be https, and a refused one leaves the old one in place [A-HOOK-003]', async () => {
    const { key } = await givenAgent(harness.current);
    const { body: set } = await put(key, { url: 'https://agent.example.com/hooks' });
    const { status, body } = await put(key, { url: 'http://a.example/x' });
    expect([status, body.issues]).toEqual([400, [{ path: 'url', message: 'must begin with https://' }]]);
    const { secret: _once, ...view } = set;
    expect(await shown(key)).toEqual(view);
  });
});
