import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startHarness } from '#test/harness';
import { collectRoutes } from '#test/http/routes';

type Operation = {
  operationId: string;
  summary: string;
  'x-role': string;
  responses: Record<string, { $ref?: string }>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, object> };
};

const document = JSON.parse(
  readFileSync(new URL('../../../../openapi/staff.json', import.meta.url), 'utf8'),
) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
);

describe('openapi/staff.json', () => {
  it('the document describes every operation of the staff API and no other', async () => {
    const { started, routes } = await collectRoutes(() => startHarness());
    await started.close();
    const served = routes
      .filter(({ path }) => path.startsWith('/api/staff/v1/') && !path.endsWith('/clock'))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(({ name }) => name).sort()).toEqual([...new Set(served)].sort());
  });

  it("the document gives each operation's purpose, lowest role and errors", () => {
    for (const operation of operations) {
      expect(operation.summary).toMatch(/^[A-Z].*\.$/);
      expect(['caller', 'lead', 'administrator']).toContain(operation['x-role']);
      for (const status of ['401', '403']) {
        const name = operation.responses[status]?.$ref?.split('/').at(-1) ?? '';
        expect(document.components.responses).toHaveProperty(name);
      }
    }
    expect(operations.find(({ operationId }) => operationId === 'board.get-load')?.['x-role']).toBe('lead');
  });
});
