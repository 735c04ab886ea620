import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teamSettings } from '#test/fixtures/team-settings';
import { createApi } from '#app/api';
import { createService, type Service } from '#app/composition';
import { listContacts } from '#modules/consultations';
import { generateListings } from '#modules/vehicles';
import { startWorkers } from '#app/workers';
import { readConfig } from '#platform/config';
import { watchClock } from '#platform/jobs';
import { testVehicleDir } from '#testing/vehicles';
import { cloneDatabase } from '#test/database/databases';
import { startMailbox } from '#test/doubles/mailbox';
import { until } from '#test/until';
import { cast } from './cast.ts';
import { demoCommand } from '../commands.ts';

const settings = { NODE_ENV: 'test', DATA_KEY: 'a key for tests only with 32 characters or more', LOG_LEVEL: 'silent' };

type Demo = {
  readonly service: Service;
  readonly app: FastifyInstance;
  /** Recipients of emails from the running service until the demo was complete. */
  readonly recipients: readonly string[];
  readonly result: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  drop(): Promise<void>;
};

async function startDemo(): Promise<Demo> {
  const database = await cloneDatabase();
  const mailbox = await startMailbox();
  const env = {
    ...settings,
    DATABASE_URL: database.url.reveal(),
    VEHICLE_DATA_DIR: testVehicleDir,
    SMTP_URL: mailbox.url,
    DEV_PAGES: '1',
  };
  const service = createService('makewhole-test', readConfig(env, 'cli'));
  const { app } = await createApi(service);
  const working = service.asWorker();
  const clock = watchClock(working.ctx);
  const workers = await startWorkers(working, clock);
  // The cases created by the README and the page after it.
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/agent/v1/intakes', payload: firstIntake });
  expect(statusCode).toBe(201);
  await until('the first email', async () => mailbox.to('owner@example.com').length === 1);
  await generateListings(service.ctx, { seed: 1, rows: 1000 });
  const { result, lines } = await demoCommand.run(service.ctx, {});
  const recipients = mailbox.received.flatMap((one) => one.recipients);
  const drop = async () => {
    await workers.stop();
    await clock.stop();
    await app.close();
    await service.close();
    await mailbox.close();
    await database.drop();
  };
  return { service, app, recipients, result, lines, drop };
}

const firstIntake = {
  agent: { name: 'Example Agent', platform: 'example-agent' },
  customer: { email: 'owner@example.com' },
  consent: { attestation: 'The owner asked for this synthetic intake.' },
};

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
  // Minutes of a processor, and a busy machine has other work too.
}, 600_000);
afterAll(() => demo.drop());

// oxlint-disable-next-line typescript/no-explicit-any -- rows and answers of every shape
type Row = any;

const rows = (text: string): Promise<Row[]> => demo.service.ctx.db.many<Row>({ text, values: [] });
const column = async (text: string): Promise<string[]> =>
  (await rows(text)).map((row) => Object.values(row).join(' ')).sort();

const board = async (path: string): Promise<Row> =>
  (
    await demo.app.inject({
      url: `/api/staff/v1${path}`,
      headers: { authorization: `Bearer ${String(demo.result['token'])}` },
    })
  ).json();

const click = async (url: string) => {
  const { statusCode, headers } = await demo.app.inject({ url: new URL(url).pathname });
  return { statusCode, cookie: String(headers['set-cookie'] ?? '').split(';', 1)[0] ?? '' };
};

type Link = { readonly role: string; readonly url: string };

describe('the demo', () => {
  it('the demo has about forty open cases from three sources, in every status', async () => {
    expect(demo.result).toMatchObject({ synthetic: true, created: true });
    expect(await column('select distinct status from intakes.intakes')).toHaveLength(9);
    expect(await column('select distinct status from referrals.referrals')).toHaveLength(7);
    const redemptions = await column('select distinct status from memberships.redemptions');
    expect(redemptions).toEqual(['canceled', 'completed', 'open']);
    const sources = await column('select source, count(*) > 3 from consultations.consultations group by source');
    expect(sources).toEqual(['agent_intake true', 'membership true', 'referral true']);
    const [{ open }] = await rows(
      'select count(*)::int as open from consultations.consultations where closed_at is null',
    );
    expect(open).toBeGreaterThan(30);
    expect(open).toBeLessThan(55);
  });

  it('the demo has cases that are minutes to weeks old', async () => {
    const { columns } = await board('/board/columns');
    const ages = columns
      .flatMap(({ cards }: Row) => cards)
      .map(({ opened_at: at }: Row) => (Date.now() - Date.parse(at)) / 60_000)
      .toSorted((a: number, b: number) => a - b);
    expect(ages[0]).toBeLessThan(10);
    expect(ages.at(-1)).toBeGreaterThan(14 * 24 * 60);
    const [{ weeks }] = await rows(
      'select extract(day from now() - min(closed_at))::int as weeks from consultations.consultations',
    );
    expect(weeks).toBeGreaterThan(14);
  });

  it('the demo has every state of a hold and of a saved card, a refund and a dispute', async () => {
    expect(await column('select distinct kind, state from checkout.holds')).toEqual([
      'card captured',
      'card charge_failed',
      'card expired',
      'card failed',
      'card held',
      'card page_open',
      'card released',
      'card saved',
      'card withdrawn',
      'hold captured',
      'hold expired',
      'hold failed',
      'hold held',
      'hold page_open',
      'hold released',
    ]);
    const { data } = await board('/holds?limit=100');
    expect(data.filter((hold: Row) => hold.refunded_cents > 0)).toHaveLength(1);
    expect(data.filter((hold: Row) => hold.dispute?.status === 'needs_response')).toHaveLength(1);
    expect(data.filter((hold: Row) => hold.wish !== null)).toEqual([]);
  });

  it('the demo has overdue and upcoming callbacks, and assigned cases', async () => {
    expect((await board('/board/late-callbacks')).data.length).toBeGreaterThanOrEqual(2);
    const [{ ahead }] = await rows(
      `select count(*)::int as ahead from consultations.consultations where callback_at > now()`,
    );
    expect(ahead).toBeGreaterThanOrEqual(2);
    expect(
      (await rows('select distinct assignee_id from consultations.consultations where assignee_id is not null')).length,
    ).toBeGreaterThanOrEqual(3);
  });

  it('the demo has a day of calls by several people with every outcome, in working hours', async () => {
    const outcomes = await column('select distinct outcome from consultations.calls');
    expect(outcomes).toHaveLength(8);
    const [busiest] = await rows(
      `select count(*)::int as calls, count(distinct staff_id)::int as people, count(distinct outcome)::int as outcomes
       from consultations.calls group by (called_at at time zone 'America/New_York')::date order by 1 desc limit 1`,
    );
    expect(busiest.calls).toBeGreaterThanOrEqual(8);
    expect([busiest.people >= 3, busiest.outcomes >= 3]).toEqual([true, true]);
    const hours = `extract(hour from called_at at time zone 'America/New_York')`;
    const weekday = `extract(isodow from called_at at time zone 'America/New_York')`;
    expect(
      await rows(`select id from consultations.calls where ${hours} not between 9 and 17 or ${weekday} > 5`),
    ).toEqual([]);
  });

  it('the demo has figures for the lead: every step of the funnel, people, and money won', async () => {
    const last = new Date(Date.now() - 25 * 86_400_000).toISOString().slice(0, 10);
    const months = [await board('/board/figures?range=month'), await board(`/board/figures?range=month&on=${last}`)];
    const steps = months.flatMap(({ funnel }) => funnel.filter(({ count }: Row) => count > 0)).map(({ step }) => step);
    expect(new Set(steps)).toEqual(new Set(['asked', 'confirmed', 'delivered', 'accepted', 'paid']));
    expect(Math.max(...months.map(({ people }) => people.length))).toBeGreaterThanOrEqual(3);
    expect(months.some(({ improvement }) => improvement.won_cents > 0)).toBe(true);
  });

  it('the demo has last month’s statements, one of them paid', async () => {
    // Statements are issued on the first of the month at six, UTC.
    const now = new Date(Date.now() - 6.5 * 3_600_000);
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
    const statements = await column(`select status from memberships.statements where period = '${month}'`);
    expect(statements).toEqual(['issued', 'paid']);
  });

  it('the demo has deliveries that arrived, that are being retried, and that failed permanently', async () => {
    const statuses = async (filter: string) => (await board(`/deliveries?limit=100${filter}`)).data as Row[];
    const all = await statuses('');
    expect(new Set(all.map(({ state }) => state))).toContain('succeeded');
    expect(all.some(({ state, attempts }) => state === 'pending' && attempts.length > 1)).toBe(true);
    expect((await statuses('&state=exhausted')).length).toBeGreaterThan(0);
  });

  it('the demo has draft, released, withdrawn and replaced appraisals, parsed reports, facts and team notes', async () => {
    expect(await rows('select id from appraisals.appraisals where encrypted_draft is not null')).not.toEqual([]);
    expect((await rows('select id from appraisals.versions where withdrawn_at is not null')).length).toBe(1);
    expect((await rows('select id from appraisals.versions where withdrawn_at is null')).length).toBeGreaterThan(2);
  });

  it('the demo contains only its cast: invented names, numbers reserved for fiction, and addresses that no email reaches', async () => {
    const names = cast.map(({ first, last }) => `${first} ${last}`);
    expect(new Set(names).size).toBe(cast.length);
    expect(new Set(cast.map(({ phone }) => phone)).size).toBe(cast.length);
    expect(new Set(cast.map(({ email }) => email)).size).toBe(cast.length);
    const ids = await column('select id from consultations.consultations');
    const contacts = (await listContacts(demo.service.ctx, ids)).map((one) => one.contacts);
    expect(contacts.length).toBe(ids.length);
    // The first intake stays with its owner.
    for (const { email, phone } of contacts.filter(({ email }) => email !== firstIntake.customer.email)) {
      expect(email ?? 'x@demo.example.com').toMatch(/@demo\.example\.com$/);
      expect(phone ?? '+12125550100').toMatch(/^\+1\d{3}55501\d\d$/);
    }
    const people: string[] = [];
    for (const id of ids) {
      const { person } = await board(`/board/cases/${id}`);
      people.push(`${person.first_name} ${person.last_name}`);
    }
    expect(people.filter((name) => !names.includes(name))).toEqual(['null null']);
  });
});

describe('the demo next to a running service', () => {
  it('the demo keeps the first intake, and the service sends no email to the cast', async () => {
    expect(demo.result).toMatchObject({ created: true });
    expect(demo.recipients).toEqual(['owner@example.com']);
    expect(await column('select paused from events.log_epochs order by era desc limit 1')).toEqual(['false']);
  });
});

describe("the demo's links", () => {
  it('a link signs each role in with one click; run again, the command adds nobody and prints new ones', async () => {
    const count = () =>
      column('select count(*) from consultations.consultations union all select count(*) from staff.members');
    const before = await count();
    const first = demo.result['links'] as readonly Link[];
    expect(first.map(({ role }) => role)).toEqual(['caller', 'lead', 'administrator']);
    for (const { role, url } of first.slice(0, 2)) {
      expect(demo.lines.join('\n')).toContain(url);
      const { statusCode, cookie } = await click(url);
      const me = await demo.app.inject({ url: '/api/staff/v1/me', headers: { cookie } });
      expect([statusCode, me.json().role]).toEqual([303, role]);
      expect((await click(url)).statusCode).toBe(404);
    }
    const again = await demoCommand.run(demo.service.ctx, {});
    expect(again).toMatchObject({ ok: true, result: { created: false } });
    expect(await count()).toEqual(before);
    const [, , replaced] = first;
    const [, , administrator] = again.result['links'] as readonly Link[];
    expect((await click(replaced?.url ?? '')).statusCode).toBe(404);
    expect((await click(administrator?.url ?? '')).statusCode).toBe(303);
  });
});

describe('refusal of the demo command', () => {
  it('the demo command is refused on a database that is in use', async () => {
    const database = await cloneDatabase();
    const service = createService(
      'makewhole-test',
      readConfig({ ...settings, DATABASE_URL: database.url.reveal(), VEHICLE_DATA_DIR: testVehicleDir }, 'cli'),
    );
    await service.ctx.db.many({
      text: `insert into staff.members (id, email, name, created_at) values ('stf_1', 'somebody@example.com', 'Somebody', now())`,
      values: [],
    });
    expect(await demoCommand.run(service.ctx, {})).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('createdb')],
    });
    await service.close();
    await database.drop();
  });

  it('the demo command is refused in production', async () => {
    const env = {
      ...settings,
      NODE_ENV: 'production',
      ALLOW_INSECURE: 'DATA_KEY,PUBLIC_BASE_URL',
      ...teamSettings,
      DATABASE_URL: 'postgres://x@127.0.0.1/x',
      BLOB_DIR: '/tmp',
    };
    const service = createService('makewhole-test', readConfig(env, 'cli'));
    expect(await demoCommand.run(service.ctx, {})).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('not created in production')],
    });
    await service.close();
  });
});
