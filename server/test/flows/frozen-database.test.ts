import { describe, expect, it } from 'vitest';
import { minimalIntake } from '#testing/intakes';
import { givenStaffToken } from '#testing/staff';
import { useRelayedHarness } from '#test/fixtures/relayed-database';
import type { Answer } from '#test/harness';

const parts = useRelayedHarness();

async function timed(ask: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly seconds: number }> {
  const started = performance.now();
  const answer = await ask();
  return { answer, seconds: (performance.now() - started) / 1000 };
}

describe('while the database is frozen', () => {
  it(
    'readiness fails at once, every request is answered, and everything works when it continues',
    { timeout: 150_000 },
    async () => {
      const { harness, wire } = parts.current;
      const token = await givenStaffToken(harness);
      const ready = () => harness.call('GET', '/readyz');
      const requests = [
        () => harness.call('POST', '/api/agent/v1/intakes', { body: minimalIntake() }),
        () => harness.call('GET', '/api/gap/v1/referrals', { token: `gap_live_${'0'.repeat(43)}` }),
        () => harness.call('GET', '/api/staff/v1/me', { token }),
      ];
      await Promise.all(requests.map((request) => request()));
      expect((await ready()).status).toBe(200);

      wire.freeze();
      const underWay = Promise.all(requests.map((request) => timed(request)));
      for (let asked = 0; asked < 12; asked += 1) {
        const { answer, seconds } = await timed(ready);
        expect([answer.status, answer.body]).toEqual([503, { ok: false, missing: ['database'] }]);
        expect(seconds).toBeLessThan(3);
      }
      const frozen = await underWay;
      for (const { seconds } of frozen) expect(seconds).toBeLessThan(45);

      wire.thaw();
      const back = await Promise.all(requests.map((request) => request()));
      expect(back.map(({ status }) => status)).toEqual([201, 401, 200]);
      expect((await ready()).status).toBe(200);

      await wire.cut();
      const away = await harness.call('GET', '/api/staff/v1/me', { token });
      await wire.mend();
      // To a client it looks the same as an unavailable database.
      const said = ({ status, headers }: Answer) => [status, headers.get('retry-after')];
      expect(frozen.map(({ answer }) => said(answer))).toEqual(frozen.map(() => said(away)));
      expect(said(away)[1]).toBe('5');
    },
  );
});
