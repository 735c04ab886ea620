import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { connect } from '#test/mcp/connect';
import { protocolVersions, serverDescription, serverVersion } from '#app/mcp/server-identity';

const harness = useHarness();
const get = (path: string, headers: Record<string, string> = {}) => harness.current.call('GET', path, { headers });
const pathOf = (url: string): string => {
  expect(url).toMatch(/^http:\/\/makewhole\.test\//);
  return new URL(url).pathname;
};

type Linked = { readonly 'service-desc': readonly { readonly href: string }[] };

/** Interfaces that only our own pages use. */
const behindSignIn = ['portal.json', 'staff.json'];

describe('discovery', () => {
  it('the catalog of interfaces is a linkset whose documents all exist (RFC 9727)', async () => {
    const { status, headers, body } = await get('/.well-known/api-catalog');
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"; charset=utf-8',
    ]);
    const [own, ...apis] = body.linkset;
    expect(own.anchor).toBe('http://makewhole.test/.well-known/api-catalog');
    expect(own.item.map(({ href }: { href: string }) => href)).toEqual(
      apis.map(({ anchor }: { anchor: string }) => anchor),
    );
    // The catalog contains all described interfaces.
    const described = apis.flatMap((api: Linked) => api['service-desc'].map(({ href }) => pathOf(href)));
    const files = readdirSync(new URL('../../../../openapi', import.meta.url)).flatMap((name) =>
      name.endsWith('.json') && !behindSignIn.includes(name)
        ? [name.replace('partner', 'gap').replace('.json', '')]
        : [],
    );
    expect(described.toSorted()).toEqual(
      [...files.map((name) => `/developers/${name}/openapi.json`), '/mcp/server-card'].toSorted(),
    );
    for (const api of apis)
      for (const { href, type } of [...api['service-desc'], ...api['service-doc'], ...(api.status ?? [])]) {
        const target = await get(pathOf(href));
        expect([href, target.status, target.headers.get('content-type')?.startsWith(type)]).toEqual([href, 200, true]);
      }
    const head = await harness.current.call('HEAD', '/.well-known/api-catalog');
    expect(head.status).toBe(200);
  });

  it("the host links to the MCP server's card, which agrees with the server", async () => {
    const { body: catalog, headers } = await get('/.well-known/mcp/catalog.json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(catalog).toMatchObject({ specVersion: 'draft', entries: [{ type: 'application/mcp-server-card+json' }] });
    const card = await get(pathOf(catalog.entries[0].url), { accept: 'application/mcp-server-card+json' });
    expect(card.headers.get('content-type')).toBe('application/mcp-server-card+json; charset=utf-8');
    expect((await get('/.well-known/mcp/server-card.json')).body).toEqual(card.body);
    expect(card.body).toMatchObject({ name: 'test.makewhole/makewhole', version: serverVersion });
    expect(card.body.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(card.body.description.length).toBeLessThanOrEqual(100);
    const client = await connect(harness.current);
    expect(client.getServerVersion()).toMatchObject({ name: card.body.name, title: card.body.title });
    await client.close();
  });

  it('the card lists exactly the protocol revisions that are supported', async () => {
    for (const protocolVersion of protocolVersions.slice(1)) {
      const { text } = await harness.current.call('POST', '/mcp', {
        headers: { accept: 'application/json, text/event-stream' },
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion, capabilities: {}, clientInfo: { name: 'synthetic', version: '1' } },
        },
      });
      expect(text).toContain(`"protocolVersion":"${protocolVersion}"`);
    }
    // A revision that requires batches is neither listed nor agreed on.
    const { text } = await harness.current.call('POST', '/mcp', {
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-03-26',
          capabilities: {},
          clientInfo: { name: 'synthetic', version: '1' },
        },
      },
    });
    expect(text).toContain('"protocolVersion":"2025-11-25"');
    const client = await connect(harness.current, { era: protocolVersions[0] });
    expect(client.getNegotiatedProtocolVersion()).toBe(protocolVersions[0]);
    await client.close();
  });

  it('the skill has its digest, and its addresses are ours', async () => {
    const { body: index } = await get('/.well-known/agent-skills/index.json');
    const [{ url, digest, name, description }] = index.skills;
    const { text, headers } = await get(pathOf(url));
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(digest).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
    expect(text).toMatch(new RegExp(`^---\nname: ${name}\ndescription: .{20,1024}\n---\n`));
    expect(text).toContain(description);
    expect(text).not.toContain('{{');
    for (const [, path = ''] of text.matchAll(/http:\/\/makewhole\.test(\/developers[\w/.-]*)/g))
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    // Its sample reaches no real person, and attests no more than a case without a number can promise.
    const [, address = '', body = ''] = /^curl (\S+) .*-d '([^']+)'$/ms.exec(text) ?? [];
    expect(pathOf(address)).toBe('/sandbox/api/agent/v1/intakes');
    const sent = await harness.current.call('POST', pathOf(address), { body: JSON.parse(body) });
    expect([sent.status, body.includes('call if there is a number')]).toEqual([201, true]);
    // The functions that it names are those of tools.json.
    const { body: tools } = await get('/developers/agent/tools.json');
    const [, named = ''] = /functions in strict form: (.+?), with/.exec(text) ?? [];
    expect(named.match(/\w+_\w+/g)).toEqual(tools.openai.map(({ name: tool }: { name: string }) => tool));
    // A developer finds the sandbox, with both ways in.
    for (const path of ['/sandbox/mcp', '/sandbox/api/agent/v1', '/developers/guides/sandbox'])
      expect(text).toContain(`http://makewhole.test${path}\``);
  });

  it('discovery documents are cached for a while, and revalidated by tag', async () => {
    const { headers } = await get('/.well-known/api-catalog');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const again = await get('/.well-known/api-catalog', { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('discovery agrees with the registry entry that operators publish', () => {
    const file = new URL('../../../../deploy/mcp/server.json', import.meta.url);
    const entry = JSON.parse(readFileSync(file, 'utf8'));
    expect(entry).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      description: serverDescription,
      version: serverVersion,
      remotes: [{ type: 'streamable-http', url: 'https://{host}/mcp' }],
    });
  });
});
