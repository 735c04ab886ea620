import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { neutralBase } from '#app/openapi/recorded-examples';
import type { Document } from '#app/openapi/document-types';

let harness: Harness;
let routes: ServedRoute[];
let served: Document;

beforeAll(async () => {
  ({ started: harness, routes } = await collectRoutes(() => startHarness({ PUBLIC_BASE_URL: neutralBase })));
  served = (await harness.call('GET', '/developers/agent-sandbox/openapi.json')).body;
});
afterAll(() => harness.close());

describe('the agent sandbox description', () => {
  it('the description is stored in the repository as served', () => {
    const committed = readFileSync(new URL('../../../../openapi/agent-sandbox.json', import.meta.url), 'utf8');
    expect(served).toEqual(JSON.parse(committed));
  });

  it("the description has exactly the sandbox's routes, without those of the contract and of MCP", () => {
    const own = routes
      .filter(({ path }) => /^\/sandbox\/(?!api\/agent\/v1\/|mcp$)/.test(path))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const described = Object.entries(served.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(own.length).toBe(4);
    expect(described.sort()).toEqual(own.sort());
  });

  it("the description lists each operation's callers and refusals", () => {
    const of = (path: string, method: string) => served.paths[path]?.[method];
    for (const [path, methods] of Object.entries(served.paths))
      for (const { responses, security } of Object.values(methods)) {
        const open = path.startsWith('/sandbox/reports');
        expect([path, security]).toEqual([path, open ? [] : [{ pollToken: [] }, { agentKey: [] }]]);
        expect([path, Object.keys(responses).some((status) => status.startsWith('4'))]).toEqual([path, true]);
      }
    expect(Object.keys(of('/sandbox/api/intakes/{intake_id}/steps', 'post')?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '404',
      '409',
      '429',
    ]);
  });

  it("unknown addresses below /sandbox get the agents' error format", async () => {
    for (const path of ['/sandbox/nothing', '/sandbox/api/nothing', '/sandbox/reports', '/sandbox/api/agent/v1/none']) {
      const { status, body } = await harness.call('GET', path);
      expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
    }
  });
});
