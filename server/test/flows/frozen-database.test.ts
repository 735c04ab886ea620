import { describe, expect, it } from 'vitest';
import { minimalIntake } from '#testing/intakes';
import { givenStaffToken } from '#testing/staff';
import { useRelayedHarness } from '#test/fixtures/relayed-database';
import type { Answer } from '#test/harness';
import { until } from '#test/until';

const parts = useRelayedHarness();

async function timed(ask: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly seconds: number }> {
  const started = performance.now();
  const answer = await ask();
  return { answer, seconds: (performance.now() - started) / 1000 };
}

describe('while the database is frozen', () => {
  it('readiness fails, every request gets a response soon, and everything works when the database continues', async () => {
    const { harness, wire } = parts.current;
    const token = await givenStaffToken(harness);
    const ready = () => harness.call('GET', '/readyz');
    // A different one each time: an unknown key is remembered, and then refused without the database.
    let unknownKeys = 0;
    const unknownKey = () => `gap_live_${String((unknownKeys += 1)).padStart(43, '0')}`;
    const requests = [
      () => harness.call('POST', '/api/agent/v1/intakes', { body: minimalIntake() }),
      () => harness.call('GET', '/api/gap/v1/referrals', { token: unknownKey() }),
      () => harness.call('GET', '/api/staff/v1/me', { token }),
    ];
    await Promise.all(requests.map((request) => request()));
    expect((await ready()).status).toBe(200);

    const watch = harness.service.pulse.run();
    wire.freeze();
    const underWay = Promise.all(requests.map((request) => timed(request)));
    const missing = await until('readiness to fail', async () => {
      const { answer, seconds } = await timed(ready);
      expect(seconds).toBeLessThan(10);
      return answer.status === 503 && answer.body;
    });
    expect(missing).toEqual({ ok: false, missing: ['database'] });
    const frozen = await underWay;
    for (const { seconds } of frozen) expect(seconds).toBeLessThan(20);
    const failures = harness.logLines.filter((line) => line.includes('"event":"http.failed"'));
    expect(failures.map((line) => JSON.parse(line).sqlstate)).toEqual(failures.map(() => expect.stringMatching(/^08/)));

    wire.thaw();
    await until('readiness', async () => (await ready()).status === 200);
    const back = await Promise.all(requests.map((request) => request()));
    expect(back.map(({ status }) => status)).toEqual([201, 401, 200]);
    await watch.stop();

    await wire.cut();
    const away = await harness.call('GET', '/api/staff/v1/me', { token });
    await wire.mend();
    // To a client it looks like an unavailable database.
    const said = ({ status, headers }: Answer) => [status, headers.get('retry-after')];
    expect(frozen.map(({ answer }) => said(answer))).toEqual(frozen.map(() => said(away)));
    expect(said(away)[1]).toBe('5');
  });
});
