import { beforeAll, describe, expect, it } from 'vitest';
import { actAsAgent, authenticateAgent } from '#modules/credentials';
import { givenAgent } from '#testing/agents';
import { useHarness } from '#test/harness';
import { daysInSeconds, minimalIntake, press, submit, type CreatedReceipt } from '../testing.ts';
import { listOwnIntakes, type OwnIntakeQuery } from './receipt.ts';

const harness = useHarness();

let key = '';
let otherKey = '';
/** In the order of their submission. */
const submitted: CreatedReceipt[] = [];

const vehicles = [{ year: 2019, make: 'Honda', model: 'Accord' }, { vin: '1HGCM82633A004352' }, undefined];

beforeAll(async () => {
  ({ key } = await givenAgent(harness.current));
  ({ key: otherKey } = await givenAgent(harness.current));
  for (const [index, vehicle] of [...vehicles, undefined, undefined].entries()) {
    const body = minimalIntake({ external_ref: `case-${index}`, ...(vehicle === undefined ? {} : { vehicle }) });
    submitted.push((await submit(harness.current, body, { token: key })).body);
    harness.current.clock.advance(1);
  }
  await submit(harness.current, minimalIntake({ external_ref: 'case-1' }), { token: otherKey });
  await submit(harness.current, minimalIntake({ external_ref: 'case-1' }));
  await press(harness.current, submitted[1]!, 'confirm');
});

async function list(query: Partial<OwnIntakeQuery> = {}, token = key) {
  const { ctx } = harness.current;
  const agent = await authenticateAgent(ctx, `Bearer ${token}`, '192.0.2.1');
  return listOwnIntakes(actAsAgent(ctx, agent!), { limit: 100, ...query });
}

const ids = (page: Awaited<ReturnType<typeof list>>) => page.data.map(({ intake_id: id }) => id);
const newestFirst = () => submitted.map(({ intake_id: id }) => id).toReversed();

describe('the intakes of an agent', () => {
  it("an agent's intakes are its own, newest first, with the fields of a receipt and no contact", async () => {
    const page = await list();
    expect(ids(page)).toEqual(newestFirst());
    expect([page.has_more, page.next_cursor]).toEqual([false, null]);
    const [newest] = page.data;
    expect(newest).toEqual({
      intake_id: submitted[4]!.intake_id,
      status: 'received',
      external_ref: 'case-4',
      vehicle: null,
      agent_tier: 'registered',
      priority_callback: false,
      missing_fields: submitted[4]!.missing_fields,
      created_at: expect.stringMatching(/^2\d{3}-/),
      status_at: newest!.created_at,
    });
    expect(page.data.map(({ vehicle }) => vehicle)).toEqual([
      null,
      null,
      null,
      '1HGCM82633A004352',
      '2019 Honda Accord',
    ]);
    expect(JSON.stringify(page)).not.toContain('@');
  });

  it('another agent gets its own intakes', async () => {
    const page = await list({}, otherKey);
    expect(page.data).toHaveLength(1);
    expect(newestFirst()).not.toContain(page.data[0]!.intake_id);
  });

  it("an agent's intakes come a page at a time, none twice and none left out", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, cursor });
      expect(page.data.length).toBeLessThanOrEqual(2);
      seen.push(...ids(page));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(newestFirst());
  });

  it('the list of intakes refuses a foreign cursor', async () => {
    for (const cursor of ['x', Buffer.from('["evt_000000000000000000000000"]').toString('base64url')])
      await expect(list({ cursor })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it("an agent's intakes are found by status and by reference", async () => {
    expect(ids(await list({ status: 'customer_confirmed' }))).toEqual([submitted[1]!.intake_id]);
    expect(ids(await list({ externalRef: 'case-1' }))).toEqual([submitted[1]!.intake_id]);
    expect(ids(await list({ externalRef: 'case-1', status: 'received' }))).toEqual([]);
    expect(ids(await list({ externalRef: 'case-1' }, otherKey))).toHaveLength(1);
  });

  it('the list of intakes needs an agent', async () => {
    await expect(listOwnIntakes(harness.current.ctx, { limit: 1 })).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it("an agent's intakes are expired by time before any sweep has recorded it", async () => {
    harness.current.clock.advance(daysInSeconds(14));
    expect(ids(await list({ status: 'expired' }))).toEqual(
      newestFirst().filter((id) => id !== submitted[1]!.intake_id),
    );
    expect(ids(await list({ status: 'received' }))).toEqual([]);
    expect((await list()).data[0]).toMatchObject({ status: 'expired' });
  });
});
