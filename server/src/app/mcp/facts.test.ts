import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { callTool, connect } from '#test/mcp/connect';

const harness = useHarness({ SERVICES_BY_STATE: '' });

it('where representation is offered nowhere, that is beside its price, in the facts and in the page of prices', async () => {
  const client = await connect(harness.current);
  const { body } = await callTool(client, 'get_service_facts');
  expect(body.representation_offered_in).toEqual([]);
  expect(body.pricing.representation).toMatchObject({
    list_cents: 49_700,
    where: expect.stringContaining('offered in no state at the moment'),
  });
  const { contents } = await client.readResource({ uri: 'makewhole://pricing' });
  expect(JSON.stringify(contents)).toContain(body.pricing.representation.where);
  await client.close();
});
