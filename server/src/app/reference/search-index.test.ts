import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/processes/processor-ms';
import { useHarness } from '#test/harness';
import { createSearchIndex, mistakesBetween } from './search-index.ts';

const harness = useHarness();

const find = async (query: string): Promise<string[]> => {
  const { text } = await harness.current.call('GET', `/developers/search?q=${encodeURIComponent(query)}`);
  return [...text.matchAll(/<li>\s*<a href="(\/developers\/[^"]*)">[^<]*<\/a>\s*<small/g)].map(([, path = '']) => path);
};

describe('search', () => {
  it.each([
    ['signature invalid', '/developers/errors/signature_invalid'],
    ['signature_invalid', '/developers/errors/signature_invalid'],
    ['how to sign a request', '/developers/guides/signing'],
    ['idempotency', '/developers/concepts/idempotency'],
    ['idempotency_conflict', '/developers/errors/idempotency_conflict'],
    ['lost 201', '/developers/guides/a-lost-201'],
    ['rotate secret', '/developers/guides/rotation'],
    ['rotateKey', '/developers/agent/operations/rotateKey'],
    ['roster', '/developers/guides/rosters'],
    ['roster dry run', '/developers/guides/rosters'],
    ['duplicate', '/developers/concepts/statuses'],
    ['statuses of an intake', '/developers/concepts/statuses'],
    ['webhook localhost', '/developers/guides/webhooks-on-your-laptop'],
    ['verify webhook', '/developers/guides/webhooks'],
    ['limits', '/developers/limits'],
    ['rate limited', '/developers/errors/rate_limited'],
    ['consent wording', '/developers/concepts/consent'],
    ['price', '/developers/concepts/prices'],
    ['next_cursor', '/developers/concepts/paging'],
    ['pagination', '/developers/concepts/paging'],
    ['go live', '/developers/guides/going-live'],
    ['sandbox', '/developers/guides/sandbox'],
    ['mcp', '/developers/start/mcp'],
    ['deprecation', '/developers/versioning'],
    ['typescript client library', '/developers/sdk'],
    ['referral.activated', '/developers/events/referral.activated'],
    ['submitIntake', '/developers/agent/operations/submitIntake'],
    ['POST /api/gap/v1/referrals', '/developers/gap/operations/createReferral'],
    ['environment mismatch', '/developers/errors/environment_mismatch'],
    ['nonce replayed', '/developers/errors/nonce_replayed'],
    ['livemode', '/developers/concepts/modes'],
    ['agent console', '/developers/guides/sandbox'],
    ['idempotency key', '/developers/concepts/idempotency'],
    ['idempotency keys', '/developers/concepts/idempotency'],
    ['delete data gdpr', '/developers/concepts/contact-policy'],
  ])('search finds the right page first: %s', async (query, path) => {
    expect((await find(query))[0]).toBe(path);
  });

  it.each([
    ['conformance', '/developers/cli'],
    ['mw conformance agent', '/developers/cli'],
    ['magic address', '/developers/guides/sandbox'],
    ['magic addresses', '/developers/guides/sandbox'],
    ['X-Signature', '/developers/guides/webhooks'],
    ['X-Service-Signature', '/developers/guides/webhooks'],
    ['webhook-signature', '/developers/guides/rotation'],
    ['Idempotency-Key', '/developers/concepts/idempotency'],
    ['Signature-Input', '/developers/guides/signing'],
    ['Content-Digest', '/developers/guides/signing'],
    ['X-SVC-Environment', '/developers/guides/signing'],
    ['Retry-After', '/developers/errors/rate_limited'],
    ['If-None-Match', '/developers/agent/operations/getIntake'],
    ['/intakes/{id}', '/developers/agent/operations/getIntake'],
    ['GET /intakes/{id}', '/developers/agent/operations/getIntake'],
    ['/api/agent/v1/intakes/{intake_id}', '/developers/agent/operations/getIntake'],
    ['POST /referrals/bulk', '/developers/gap/operations/createReferrals'],
    ['/plans/roster-sync', '/developers/gap/operations/syncRoster'],
    ['PUT /me/webhook', '/developers/agent/operations/setWebhook'],
    ['roster_cancel_threshold', '/developers/errors/roster_cancel_threshold'],
    ['enrollment exists', '/developers/errors/enrollment_exists'],
    ['invalid_request', '/developers/agent/errors/invalid_request'],
    ['errors', '/developers/errors'],
    ['error codes', '/developers/errors'],
    ['webhooks', '/developers/guides/webhooks'],
    ['webook', '/developers/guides/webhooks'],
    ['wehbooks', '/developers/guides/webhooks'],
    ['idempotancy', '/developers/concepts/idempotency'],
    ['authentification', '/developers/guides/signing'],
    ['authentication', '/developers/guides/signing'],
    ['api key', '/developers/guides/rotation'],
    ['API keys', '/developers/guides/rotation'],
    ['test mode', '/developers/concepts/modes'],
    ['sandbox code', '/developers/guides/sandbox'],
    ['rate limits', '/developers/limits'],
    ['429', '/developers/limits'],
    ['dry-run', '/developers/guides/rosters'],
    ['dry_run', '/developers/guides/rosters'],
    ['do-not-contact', '/developers/concepts/contact-policy'],
    ['poll_token', '/developers/guides/a-lost-201'],
    ['cursor', '/developers/concepts/paging'],
    ['missing_fields', '/developers/guides/sandbox'],
    ['sample report', '/developers/guides/sandbox'],
    ['retries', '/developers/guides/webhooks'],
    ['retry schedule', '/developers/guides/webhooks'],
    ['status page', '/developers/status'],
    ['openapi', '/developers/agent'],
    ['sdk', '/developers/sdk'],
    ['ngrok', '/developers/guides/webhooks-on-your-laptop'],
    ['MAKEWHOLE_KEY', '/developers/cli'],
    ['warm_handoff', '/developers/agent/operations/submitIntake'],
    ['attestation', '/developers/concepts/consent'],
    ['breaking changes', '/developers/versioning'],
    ['sunset', '/developers/versioning'],
    ['test vectors', '/developers/gap/vectors'],
    ['intake.expired', '/developers/events/intake.expired'],
    ['referral settled', '/developers/events/referral.settled'],
    ['thin events', '/developers/guides/webhooks'],
    ['statements', '/developers/gap/operations/listStatements'],
    ['nonce', '/developers/errors/nonce_replayed'],
    ['ed25519', '/developers/guides/signing'],
    ['agreement', '/developers/agent/operations/getAgreement'],
    ['claude desktop', '/developers/start/mcp'],
    ['tools.json', '/developers/start/mcp'],
    ['how long is a signature valid', '/developers/guides/signing'],
    ['signature expires', '/developers/guides/signing'],
    ['erasure', '/developers/concepts/contact-policy'],
    ['console', '/developers/guides/sandbox'],
  ])('search finds the right page among the first three: %s', async (query, path) => {
    expect((await find(query)).slice(0, 3)).toContain(path);
  });

  it.each([
    ['poll token', '/developers/agent/operations/getIntake'],
    ['Retry-After', '/developers/errors/rate_limited'],
    ['upload report', '/developers/agent/operations/attachReport'],
    ['signture invald', '/developers/errors/signature_invalid'],
    ['idempot', '/developers/concepts/idempotency'],
    ['Referral', '/developers/gap/objects/Referral'],
  ])('search finds the right page among the first five: %s', async (query, path) => {
    expect((await find(query)).slice(0, 5)).toContain(path);
  });

  it.each(['authentication', 'idempotency key', 'signature'])(
    'search ranks explanations above lists of codes: %s',
    async (query) => {
      expect((await find(query))[0]).toMatch(/^\/developers\/(?:start|concepts|guides)\//);
    },
  );

  it('search shows the query as text, and marks it in the excerpts', async () => {
    const { call } = harness.current;
    const hostile = await call(
      'GET',
      `/developers/search?q=${encodeURIComponent('"><script>alert(1)</script> signature')}`,
    );
    expect(hostile.status).toBe(200);
    expect(hostile.text).not.toContain('<script>alert');
    expect(hostile.text).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(hostile.text).toMatch(/<mark>signature<\/mark>/i);
    expect([hostile.headers.get('x-robots-tag'), hostile.headers.get('cache-control')]).toEqual([
      'noindex',
      'public, max-age=300',
    ]);
  });

  it('search says one page in the singular, and returns Markdown to programs', async () => {
    const { call } = harness.current;
    expect((await call('GET', '/developers/search?q=ngrok')).text).toContain('1 page for “ngrok”.');
    expect((await call('GET', '/developers/search?q=intake')).text).toMatch(
      /The first 20 of \d+ pages for “intake”\. Add/,
    );
    const accept = { headers: { accept: 'text/markdown' } };
    const found = await call('GET', '/developers/search?q=magic%20address', accept);
    expect([found.status, found.headers.get('content-type'), found.headers.get('x-robots-tag')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      'noindex',
    ]);
    expect(found.headers.get('vary')).toContain('accept');
    expect(found.text).toContain('](http://makewhole.test/developers/guides/sandbox.md)');
    const none = await call(
      'GET',
      `/developers/search?q=${encodeURIComponent('xyzzy`` [plugh](https://example.com)')}`,
      accept,
    );
    expect(none.text).toContain('for `xyzzy’’ [plugh](https://example.com)`.');
    const refused = await call('POST', '/developers/limits', accept);
    expect([refused.status, refused.headers.get('content-type'), refused.headers.get('allow')]).toEqual([
      405,
      'text/markdown; charset=utf-8',
      expect.stringContaining('GET'),
    ]);
    expect(refused.headers.get('vary')).toContain('accept');
    for (const path of [
      '/developers/nothing',
      '/developers/agent/operations/nothing',
      `/developers/search?q=${'a'.repeat(201)}`,
    ]) {
      const missing = await call('GET', path, accept);
      expect([path, missing.headers.get('content-type')]).toEqual([path, 'text/markdown; charset=utf-8']);
      expect([400, 404]).toContain(missing.status);
      expect(missing.text).toMatch(/^# /);
      const shown = await call('GET', path, { headers: { accept: 'text/html' } });
      expect(shown.text).toContain('<nav aria-label="Documentation">');
      expect(shown.headers.get('content-security-policy')).toContain("style-src 'sha256-");
    }
  });

  it('search handles an empty query, one without results and one that is too long', async () => {
    const { call } = harness.current;
    expect((await call('GET', '/developers/search')).text).toContain('Search for an error code');
    expect((await call('GET', '/developers/search?q=%20')).text).toContain('Search for an error code');
    expect((await call('GET', '/developers/search?q=xyzzyplugh')).text).toContain('No results');
    expect((await call('GET', `/developers/search?q=${'a'.repeat(201)}`)).status).toBe(400);
    expect((await call('GET', '/developers/search?q=a&q=b')).status).toBe(400);
    expect((await call('GET', '/developers/search?q=constructor%20__proto__%20toString')).status).toBe(200);
  });

  it('search is not slowed down by the longest query', async () => {
    await find('warm');
    expect(await processorMs(() => find('abcdefghi '.repeat(20)))).toBeLessThan(500);
  });
});

describe('the search index', () => {
  const page = (path: string, title: string, markdown: string) =>
    ({ path, title, markdown, description: '', keywords: '', weight: 1 }) as const;
  const indexOf = (pages: Parameters<typeof createSearchIndex>[0]) => (query: string, limit: number) =>
    createSearchIndex(pages)(query, limit).hits;
  const search = indexOf([
    page('/a', 'Rotation', 'Secrets overlap for a day when an endpoint is rotated.'),
    page('/b', 'Webhooks', 'A secret signs each delivery. '.repeat(20)),
  ]);

  it('the index prefers titles to text, and matches prefixes and words with one typo', () => {
    expect(search('rotation', 5).map(({ path }) => path)).toEqual(['/a']);
    expect(search('secret', 5)).toHaveLength(2);
    expect(search('deliv', 5)[0]?.path).toBe('/b');
    expect(search('wehbooks', 5)[0]?.path).toBe('/b');
    expect(search('wxyzbooks', 5)).toEqual([]);
    expect(search('webhoks', 5)[0]?.path).toBe('/b');
    expect(search('rotation', 5)[0]?.excerpt).toContain('overlap');
  });

  it('the index reports how many pages there are besides those shown', () => {
    const pages = ['/a', '/b', '/c'].map((path) => page(path, 'Rotation', 'Secrets overlap.'));
    const { hits, total } = createSearchIndex(pages)('rotation', 2);
    expect([hits.length, total]).toEqual([2, 3]);
  });

  it('excerpts do not join sentences across omitted code', () => {
    const text =
      'Send the secret:\n\n```bash\ncurl x\n```\n\n```json\n{}\n```\n\nThen wait for it.\n\n```bash\nls\n```';
    expect(indexOf([page('/d', 'Secrets', text)])('secret', 5)[0]?.excerpt).toBe(
      'Send the secret: … Then wait for it.',
    );
  });

  it('wrong, missing, extra and swapped letters are counted as typos', () => {
    const counted = [
      'signature',
      'signture',
      'signaturre',
      'sigmature',
      'sigature',
      'signatrue',
      'sigmatura',
      'sign',
    ].map((typed) => mistakesBetween(typed, 'signature', 2));
    expect(counted).toEqual([0, 1, 1, 1, 1, 1, 2, 3]);
  });

  it('text that is only in a table is found, and shown without Markdown', () => {
    const table = '| Command | Does |\n| --- | --- |\n| `mw sign` | prints headers |\n\n- [ ] then rehearse';
    const [hit] = indexOf([page('/c', 'Commands', table)])('rehearse headers', 5);
    expect([hit?.path, hit?.excerpt]).toEqual(['/c', expect.not.stringMatching(/[|[\]`]/)]);
    expect(hit?.excerpt).toContain('prints headers');
  });

  it('a call is found whatever its parameters are called, and by the beginning of its path', () => {
    const operation = (path: string, keywords: string) => ({ ...page(path, path, ''), keywords });
    const calls = indexOf([
      operation('/get', 'get /api/agent/v1/intakes/{intake_id} getIntake'),
      operation('/post', 'post /api/agent/v1/intakes submitIntake'),
      operation('/attach', 'post /api/agent/v1/intakes/{intake_id}/documents attachReport'),
    ]);
    for (const query of ['/intakes/{id}', 'GET /intakes/:id', '/api/agent/v1/intakes/int_0VbK4E0bnEJp4LRvOxX9NiAf'])
      expect([query, calls(query, 5)[0]?.path]).toEqual([query, '/get']);
    expect(calls('POST /intakes', 5)[0]?.path).toBe('/post');
  });
});
