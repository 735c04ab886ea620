import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaffMember, createStaffToken } from '#modules/staff';
import { readConfig } from '#platform/config';
import { readTestConfig } from '#test/fixtures/test-settings';
import { minimalIntake } from '#testing/intakes';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { createService, type Service } from '#app/composition';
import { createApi } from '#app/api';

const settings = {
  NODE_ENV: 'test',
  DATA_KEY: 'a key for tests only with 32 characters or more',
  METRICS_PORT: '0',
  intakeAnonPerMin: 2,
};

let database: TestDatabase;
let service: Service;
let api: Awaited<ReturnType<typeof createApi>>;
let token: string;

beforeAll(async () => {
  database = await cloneDatabase();
  const env = { ...settings, DATABASE_URL: database.url.reveal(), allowTestClock: true };
  service = createService('makewhole-test', readTestConfig({ ...env, LOG_LEVEL: 'silent' }));
  api = await createApi(service);
  await createStaffMember(service.ctx, { email: 'staff@example.com', name: 'Synthetic Staff', role: 'administrator' });
  token = (await createStaffToken(service.ctx, { email: 'staff@example.com', label: 'tests' })).token;
});

afterAll(async () => {
  await api.app.close();
  await service.close();
  await database.drop();
});

const submit = () => api.app.inject({ method: 'POST', url: '/api/agent/v1/intakes', payload: minimalIntake() });

const advance = (seconds: number) =>
  api.app.inject({
    method: 'POST',
    url: '/api/staff/v1/clock',
    headers: { authorization: `Bearer ${token}` },
    payload: { advance_seconds: seconds },
  });

describe('the test clock of a running service', () => {
  it('the test clock moves time forward, and everything due has happened when it responds', async () => {
    const receipt = (await submit()).json();
    const moved = await advance(14 * 86_400);
    const ahead = Date.parse(moved.json().now) - Date.now();
    const polled = await api.app.inject({
      url: `/api/agent/v1/intakes/${receipt.intake_id}`,
      headers: { authorization: `Bearer ${receipt.poll_token}` },
    });
    expect(moved.statusCode).toBe(200);
    expect(Math.round(ahead / 86_400_000)).toBe(14);
    expect(polled.json().status).toBe('expired');
  });

  it('the test clock starts a new window of every limit [A-LIMIT-002]', async () => {
    await advance(61);
    const before = [await submit(), await submit(), await submit()].map((answer) => answer.statusCode);
    const wait = Number((await submit()).headers['retry-after']);
    await advance(60);
    expect(before).toEqual([201, 201, 429]);
    expect(wait).toBeGreaterThan(0);
    expect((await submit()).statusCode).toBe(201);
  });

  it('no setting turns the test clock on', () => {
    const production = { DATABASE_URL: database.url.reveal(), DATA_KEY: settings.DATA_KEY, ALLOW_TEST_CLOCK: '1' };
    expect(readConfig(production, 'api').allowTestClock).toBe(false);
  });
});
