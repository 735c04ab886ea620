import { beforeAll, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';

const harness = useHarness();
let token: string;
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
});

describe('facts about a state', () => {
  const of = (state: string) => harness.current.call('GET', `/api/staff/v1/board/states/${state}/facts`, { token });

  it('state facts come with citation, source, address and date, and are unknown where none were found', async () => {
    const { status, body } = await of('ny');
    const topic = (name: string) => body.topics.find((one: { topic: string }) => one.topic === name);
    expect([status, body.state]).toEqual([200, 'NY']);
    expect(topic('tax_and_fees').facts).toEqual([
      {
        text: expect.stringContaining('sales tax is added to the value'),
        citation: expect.stringContaining('216.6(b)'),
        source: 'New York State Department of Financial Services',
        kind: 'official',
        url: 'https://dfs.ny.gov/insurance/ogco2008/rg081013.htm',
        as_of: '2008-10-30',
        dated: 'by the source',
      },
    ]);
    expect(topic('appraisal').facts).toEqual([]);
  });

  it('state facts are for the team, and for two-letter states', async () => {
    expect((await of('new-york')).status).toBe(400);
    expect((await harness.current.call('GET', '/api/staff/v1/board/states/NY/facts')).status).toBe(401);
  });
});
