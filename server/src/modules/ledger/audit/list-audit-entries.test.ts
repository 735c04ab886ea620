import { beforeAll, describe, expect, it } from 'vitest';
import { givenSession, givenStaffToken } from '#testing/staff';
import { givenIntake } from '#testing/intakes';
import { useHarness } from '#test/harness';
import type { EntryPage } from './schemas.ts';

const harness = useHarness();
let token = '';
let intakeId = '';

beforeAll(async () => {
  token = await givenStaffToken(harness.current);
  ({ intake_id: intakeId } = await givenIntake(harness.current));
  for (let turn = 0; turn < 5; turn += 1)
    await harness.current.call('GET', `/api/staff/v1/intakes/${intakeId}`, { token });
});

const read = async (query = ''): Promise<EntryPage> =>
  (await harness.current.call('GET', `/api/staff/v1/audit${query}`, { token })).body;

describe('the audit trail', () => {
  it('the audit trail is listed newest first, page by page, without repeats', async () => {
    const seqs: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: EntryPage = await read(`?limit=2&subject_id=${intakeId}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seqs.push(...page.data.map(({ seq }) => seq));
      cursor = page.next_cursor;
    }
    expect(seqs).toHaveLength(5);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => b - a));
  });

  it('the audit trail can be filtered by staff member, subject, operation, kind and time', async () => {
    const { data } = await read(`?subject_id=${intakeId}&kind=view&operation=intakes.get-record`);
    expect(data).toHaveLength(5);
    const [first] = data;
    expect(first).toEqual({
      seq: expect.any(Number),
      at: harness.current.clock.now().toISOString(),
      kind: 'view',
      operation: 'intakes.get-record',
      did: 'looked at an intake',
      staff_id: expect.stringMatching(/^stf_/),
      credential_id: expect.stringMatching(/^stk_/),
      subject_id: intakeId,
      reason: null,
      request_id: expect.stringMatching(/^req_/),
    });
    expect((await read(`?staff_id=stf_nobody`)).data).toEqual([]);
    expect((await read('?created_from=2026-11-16')).data).toEqual([]);
    expect((await read(`?subject_id=${intakeId}&created_to=2026-11-16`)).data).toHaveLength(5);
    // Reading the trail is recorded as well.
    expect((await read('?operation=audit.list')).data.length).toBeGreaterThan(5);
  });

  it.each(['?limit=0', '?cursor=x', '?kind=other', '?other=1', '?staff_id=', '?created_from=yesterday'])(
    'the audit trail refuses %s',
    async (query) => {
      expect((await harness.current.call('GET', `/api/staff/v1/audit${query}`, { token })).status).toBe(400);
    },
  );

  it('is for administrators alone', async () => {
    const { headers } = await givenSession(harness.current, 'lead');
    expect((await harness.current.call('GET', '/api/staff/v1/audit', { headers })).status).toBe(403);
    expect((await harness.current.call('GET', '/api/staff/v1/audit')).status).toBe(401);
  });
});
