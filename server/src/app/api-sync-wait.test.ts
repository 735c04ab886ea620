import { describe, expect, it, onTestFinished } from 'vitest';
import { createApi } from '#app/api';
import { minimalIntake } from '#testing/intakes';
import { useHarness } from '#test/harness';

const harness = useHarness();

describe('an API whose commits wait for a synchronous standby', () => {
  it('while commits wait, writes are refused immediately, reads are served, and writes resume with the standby', async () => {
    const { service } = harness.current;
    let waits = true;
    const pulse = Object.create(service.pulse, {
      isMissing: { value: (name: string) => waits && name === 'sync_wait' },
    });
    const { app } = await createApi({ ...service, pulse });
    onTestFinished(() => app.close());
    const submit = () => app.inject({ method: 'POST', url: '/api/agent/v1/intakes', body: minimalIntake() });
    const refused = await submit();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect((await app.inject('/livez')).statusCode).toBe(200);
    expect((await app.inject('/developers/agent')).statusCode).toBe(200);
    waits = false;
    expect((await submit()).statusCode).toBe(201);
  });
});
