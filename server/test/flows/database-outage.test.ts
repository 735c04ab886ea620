import { describe, expect, it } from 'vitest';
import { minimalIntake } from '#testing/intakes';
import { givenStaffToken } from '#testing/staff';
import { useRelayedHarness } from '#test/fixtures/relayed-database';

const parts = useRelayedHarness();

describe('while the database is unreachable', () => {
  it('every surface says that something is wrong here and when to come again, and works when it is back', async () => {
    const { harness, wire } = parts.current;
    const token = await givenStaffToken(harness);
    const requests = [
      () => harness.call('POST', '/api/agent/v1/intakes', { body: minimalIntake() }),
      () => harness.call('GET', '/api/gap/v1/referrals', { token: `gap_live_${'0'.repeat(43)}` }),
      () => harness.call('GET', '/api/staff/v1/me', { token }),
    ];
    await wire.cut();
    const away = await Promise.all(requests.map((request) => request()));
    expect(away.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '5'],
      [503, '5'],
      [503, '5'],
    ]);
    await wire.mend();
    const back = await Promise.all(requests.map((request) => request()));
    expect(back.map(({ status }) => status)).toEqual([201, 401, 200]);
  });
});
