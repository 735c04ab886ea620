import { describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';

const path = '/api/staff/v1/calling-rules';

describe('the table of calling hours', () => {
  const harness = useHarness();

  it('every caller can see the calling hours, their legal source, and that no lawyer has reviewed them', async () => {
    const token = await givenStaffToken(harness.current, 'caller');
    const { status, body } = await harness.current.call('GET', path, { token });
    expect([status, body.reviewed_by, body.overridden]).toEqual([200, null, false]);
    expect(body).toMatchObject({
      version: harness.current.config.callingHours.version,
      caps: { per_24h: 3, per_30d: 8 },
    });
    expect(body.data).toHaveLength(56);
    expect(body.data.find(({ code }: { code: string }) => code === 'RI')).toMatchObject({
      name: 'Rhode Island',
      periods: [
        {
          week: [
            null,
            { from: 9, to: 18 },
            ...Array.from({ length: 4 }, () => ({ from: 9, to: 18 })),
            { from: 10, to: 17 },
          ],
        },
      ],
      calls_per_24h: 3,
      exemptions: [],
      citation: expect.stringContaining('5-61-2'),
      source: expect.stringMatching(/^https:/),
      as_of: '2026-11-16',
      confirmed: 'law_read',
      reviewed_by: null,
    });
  });

  it('the calling hours are for staff only', async () => {
    expect((await harness.current.call('GET', path)).status).toBe(401);
  });
});

describe('an operator’s own rules', () => {
  const harness = useHarness({ CALLING_HOURS: '{"version": "counsel-1", "caps": {"per24h": 1}}' });

  it("an operator's own rules are reported as merged over the table", async () => {
    const token = await givenStaffToken(harness.current, 'caller');
    const { body } = await harness.current.call('GET', path, { token });
    expect(body).toMatchObject({ version: 'counsel-1', overridden: true, caps: { per_24h: 1, per_30d: 8 } });
  });
});
