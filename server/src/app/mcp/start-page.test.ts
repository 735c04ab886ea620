import { expect, it } from 'vitest';
import { generateListings } from '#modules/vehicles';
import { useHarness } from '#test/harness';
import { callTool, connect } from '#test/mcp/connect';

const harness = useHarness();

/** As a reader tries it: with the smallest development market, and the text of the page. */
it('the car of the page that starts with MCP has comparables in the sandbox, and an offer below them', async () => {
  await generateListings(harness.current.ctx, { seed: 1, rows: 10_000 });
  const { text } = await harness.current.call('GET', '/developers/start/mcp.md');
  const example = /"(\d{4}) (\S+) (\S+) (\S+), ([\d,]+) miles, ZIP (\d{5}), they offered \$([\d,]+)\."/;
  const [, year, make, model, trim, miles = '', zip, dollars = ''] = example.exec(text) ?? [];
  const client = await connect(harness.current, { path: '/sandbox/mcp' });
  const { isError, body } = await callTool(client, 'read_market', {
    year: Number(year),
    make,
    model,
    trim,
    odometer: Number(miles.replace(',', '')),
    zip,
    acv_offer_cents: Number(dollars.replace(',', '')) * 100,
  });
  expect([isError, body.preliminary?.vehicle_label]).toEqual([false, '2022 Ford F-150 XLT']);
  expect(body.preliminary.coverage).not.toBe('none');
  expect(body.preliminary.sample_size).toBeGreaterThanOrEqual(5);
  expect(body.preliminary.market.mid).toBeGreaterThan(Number(dollars.replace(',', '')));
  await client.close();
});
