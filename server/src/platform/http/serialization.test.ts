import { expect, it } from 'vitest';
import { startHarness } from '#test/harness';
import { collectRoutes } from '#test/http/routes';
import { compileSerializer } from './server.ts';

type Response = { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> };

it('all response schemas compile, although a process compiles each one only at its first response', async () => {
  const { started, routes } = await collectRoutes(() => startHarness());
  await started.close();
  const schemas = routes
    .flatMap(({ responses }) => responses as Response[])
    .flatMap((response) =>
      response.content === undefined ? [response] : Object.values(response.content).map((one) => one.schema),
    );
  expect(schemas.length).toBeGreaterThan(200);
  for (const schema of schemas) expect(typeof compileSerializer({ schema } as never)).toBe('function');
});
