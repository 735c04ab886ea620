import { beforeAll, describe, expect, it } from 'vitest';
import { stopUrl } from '#lib/text/stop-link';
import { deleteOld } from '#test/database/delete-old';
import { untilBlocked } from '#test/database/use-database';
import { useHarness } from '#test/harness';
import { enrollmentBody, givenEnrollment } from '#testing/memberships';
import { givenPartner, type PartnerClient } from '#testing/partners';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { givenReferral, partnerCalls, referralBody } from '#testing/referrals';
import { postForm } from '#testing/owner-page';
import { continueResets } from './reset.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

const phrase = { confirm: 'Empty the sandbox ' };

let other: PortalBrowser;
beforeAll(async () => {
  other = await givenPortalUser(harness.current);
});

type World = { readonly portal: PortalBrowser; readonly test: PartnerClient; readonly live: PartnerClient };

/** An institution with test and live objects of every kind. */
async function givenWorld(): Promise<World> {
  const portal = await givenPortalUser(harness.current, { role: 'developer' });
  const { institutionId } = portal;
  const [test, live] = await Promise.all([
    givenPartner(harness.current, { institutionId }),
    givenPartner(harness.current, { institutionId, livemode: true }),
  ]);
  for (const outcome of ['invited', 'settled_with_savings', 'no_market'])
    await portal.call('POST', '/sandbox/samples/referrals', { body: { outcome } });
  for (const outcome of ['active', 'loss_reported', 'redeemed'])
    await portal.call('POST', '/sandbox/samples/enrollments', { body: { outcome } });
  for (const { key } of [test, live]) {
    const send = partnerCalls(harness.current, key);
    await givenReferral(harness.current, key);
    const { id } = await givenEnrollment(harness.current, key);
    await send('POST /plans/loss-notices', {
      enrollment_id: id,
      date_of_loss: harness.current.clock.now().toISOString(),
    });
    await harness.current.call('POST', '/api/gap/v1/referrals', {
      token: key,
      body: referralBody(),
      headers: { 'idempotency-key': 'a-key' },
    });
    await send('POST /plans/roster-sync', { roster: [enrollmentBody()], mode: 'apply', confirm_cancel_count: 2 });
  }
  harness.current.clock.advance(1);
  return { portal, test, live };
}

const run = (limit = 200, except: readonly string[] = []) => continueResets(harness.current.ctx, { limit, except });

/** Runs batches as the worker does, until nothing is left. */
async function runAll(limit = 200, except: readonly string[] = []): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) if ((await run(limit, except)) === 0) return;
  throw new Error('the reset does not end');
}

const tables = [
  'referrals.referrals',
  'referrals.review_records',
  'memberships.enrollments',
  'memberships.loss_notices',
  'memberships.redemptions',
  'memberships.roster_syncs',
];

const rowsOf = (institutionId: string, livemode: boolean) =>
  Promise.all(
    tables.map(async (table) => {
      const text = `select t.*, t.xmin::text from ${table} t where institution_id = $1 and livemode = $2 order by id`;
      return [table, await harness.current.ctx.db.many({ text, values: [institutionId, livemode] })];
    }),
  );

const everything = (text: string) => harness.current.ctx.db.many({ text, values: [] });

/** The rows that no reset may change: all live ones of every institution, and append-only ones. */
const untouchable = async ({ portal }: World) =>
  JSON.stringify([
    await rowsOf(portal.institutionId, true),
    await everything('select *, xmin::text from consultations.consultations where not test order by id'),
    await everything(`select *, xmin::text from customers.messages where state <> 'sandbox' order by id`),
    await everything(
      `select *, xmin::text from platform.idempotency where scope like 'gap/%/live' order by scope, key`,
    ),
    await everything('select *, xmin::text from credentials.partner_keys order by id'),
    await everything('select *, xmin::text from webhooks.endpoints order by id'),
    await everything('select *, xmin::text from events.events order by id'),
    await everything('select id, kind from consent.entries order by id'),
  ]);

describe('resetting the sandbox', () => {
  it('a reset removes everything in the sandbox and nothing else: live rows stay the same, byte for byte', async () => {
    const world = await givenWorld();
    const stranger = await other.call('POST', '/sandbox/samples/referrals', { body: { outcome: 'accepted' } });
    const before = await untouchable(world);
    const asked = await world.portal.call('POST', '/sandbox/reset', { body: phrase });
    expect([asked.status, asked.body.status]).toEqual([202, 'running']);
    expect(asked.body.found).toMatchObject({ referrals: 5, enrollments: 5, roster_syncs: 1 });
    expect(asked.body.found.idempotency_keys).toBeGreaterThanOrEqual(1);
    await runAll(2);
    expect(await untouchable(world)).toBe(before);
    for (const [, rows] of await rowsOf(world.portal.institutionId, false)) expect(rows).toEqual([]);
    const { reset } = (await world.portal.call('GET', '/sandbox/reset')).body;
    expect(reset).toMatchObject({ status: 'finished', kept: 0, removed: asked.body.found });
    expect((await world.portal.call('GET', '/sandbox/messages')).body.data).toEqual([]);
    const cases = await everything(
      `select c.id from consultations.consultations c where c.test
       and not exists (select from referrals.referrals r where r.id = c.source_id)
       and not exists (select from memberships.redemptions d where d.id = c.source_id)`,
    );
    expect(cases).toEqual([]);
    expect((await other.call('GET', `/sandbox/referrals/${stranger.body.id}`)).status).toBe(200);
    // The keys still work, and the same objects can be created again.
    const again = await harness.current.call('POST', '/api/gap/v1/referrals', {
      token: world.test.key,
      body: referralBody(),
      headers: { 'idempotency-key': 'a-key' },
    });
    expect(again.status).toBe(201);
  });

  it('a reset removes the case of a loss notice that was in progress when the reset began', async () => {
    const portal = await givenPortalUser(harness.current, { role: 'developer' });
    const { key } = await givenPartner(harness.current, { institutionId: portal.institutionId });
    const { id } = await givenEnrollment(harness.current, key);
    const held = await harness.current.owner.pool.connect();
    try {
      await held.query('begin');
      await held.query('select from memberships.enrollments where id = $1 for update', [id]);
      const notice = partnerCalls(harness.current, key)('POST /plans/loss-notices', {
        enrollment_id: id,
        date_of_loss: harness.current.clock.now().toISOString(),
      });
      await untilBlocked(harness.current.ctx.db, 1);
      harness.current.clock.advance(1);
      await portal.call('POST', '/sandbox/reset', { body: phrase });
      const resetting = runAll();
      await untilBlocked(harness.current.ctx.db, 2);
      await held.query('commit');
      await resetting;
      expect((await notice).status).toBe(201);
    } finally {
      await held.query('rollback');
      held.release();
    }
    expect(
      await everything(`select id from consultations.consultations c where c.test and c.source = 'membership'
      and not exists (select from memberships.redemptions d where d.id = c.source_id)`),
    ).toEqual([]);
  });

  it('a reset takes the borrowers of test invitations off the list', async () => {
    const portal = await givenPortalUser(harness.current, { role: 'developer' });
    const { institutionId } = portal;
    const { key } = await givenPartner(harness.current, { institutionId });
    const email = `${crypto.randomUUID()}@example.com`;
    const refer = async () =>
      (await givenReferral(harness.current, key, { borrower: { first_name: 'A', last_name: 'B', email } })).status_note;
    expect(await refer()).toBeNull();
    const contacts = { email, phone: undefined, test: true, testOf: institutionId };
    await postForm(harness.current, new URL(stopUrl(harness.current.ctx, { contacts })).pathname, { decision: 'stop' });
    expect(await refer()).toBe('Contact suppressed');
    harness.current.clock.advance(1);
    await portal.call('POST', '/sandbox/reset', { body: phrase });
    await runAll();
    expect(await refer()).toBeNull();
  });

  it('a second reset changes nothing, and a request during a reset returns the same reset', async () => {
    const { portal } = await givenWorld();
    const asked = await Promise.all([1, 2].map(() => portal.call('POST', '/sandbox/reset', { body: phrase })));
    expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1);
    await runAll();
    expect(await run()).toBe(0);
    harness.current.clock.advance(1);
    const second = await portal.call('POST', '/sandbox/reset', { body: phrase });
    expect(second.body.id).not.toBe(asked[0]!.body.id);
    expect(second.body.found).toMatchObject({ referrals: 0, enrollments: 0, messages: 0 });
    await Promise.all([runAll(), runAll()]);
    expect((await portal.call('GET', '/sandbox/reset')).body.reset).toMatchObject({ status: 'finished', kept: 0 });
  });

  it('requests that create or change test objects during a reset are refused with a retry time, and live ones continue', async () => {
    const { portal, test, live } = await givenWorld();
    await portal.call('POST', '/sandbox/reset', { body: phrase });
    const refused = await harness.current.call('POST', '/api/gap/v1/referrals', {
      token: test.key,
      body: referralBody(),
    });
    expect([
      refused.status,
      refused.body.code,
      refused.body.current_status,
      refused.headers.get('retry-after'),
    ]).toEqual([409, 'invalid_state', 'sandbox_resetting', '5']);
    const pressed = await portal.call('POST', '/sandbox/samples/referrals', { body: { outcome: 'invited' } });
    expect([pressed.status, pressed.body.current_status]).toEqual([409, 'sandbox_resetting']);
    const operations = await givenPortalUser(harness.current, {
      role: 'operations',
      institutionId: portal.institutionId,
    });
    const typed = await operations.call('POST', '/referrals', { body: referralBody() });
    expect([typed.status, typed.body.current_status]).toEqual([409, 'sandbox_resetting']);
    const file = await operations.call('POST', '/referral-files/rff_x/apply', { body: { ready: 1, leave_out: 0 } });
    expect([file.status, file.body.current_status]).toEqual([409, 'sandbox_resetting']);
    expect((await portal.call('POST', '/referrals/search', { body: { q: 'loan-1' } })).status).toBe(200);
    expect((await partnerCalls(harness.current, test.key)('GET /referrals')).status).toBe(200);
    await givenReferral(harness.current, live.key);
    await runAll();
    await givenReferral(harness.current, test.key);
  });

  it('a reset keeps objects created after it was requested', async () => {
    const { portal, test } = await givenWorld();
    await portal.call('POST', '/sandbox/reset', { body: phrase });
    await harness.current.owner.many({
      text: `update sandbox.resets set asked_at = asked_at - interval '1 hour' where institution_id = $1 and finished_at is null`,
      values: [portal.institutionId],
    });
    await runAll();
    const { data } = (await partnerCalls(harness.current, test.key)('GET /referrals')).body;
    expect(data).toHaveLength(5);
  });

  it('a reset keeps objects under a legal hold, and reports how many', async () => {
    const { portal } = await givenWorld();
    const [held] = (await portal.call('GET', '/sandbox/referrals')).body.data;
    await portal.call('POST', '/sandbox/reset', { body: phrase });
    await runAll(200, [held.id]);
    expect((await portal.call('GET', '/sandbox/referrals')).body.data).toMatchObject([{ id: held.id }]);
    expect((await portal.call('GET', '/sandbox/reset')).body.reset).toMatchObject({ status: 'finished', kept: 1 });
    await portal.call('POST', '/sandbox/reset', { body: phrase });
    await runAll(200, [portal.institutionId]);
    expect((await portal.call('GET', '/sandbox/reset')).body.reset).toMatchObject({ status: 'finished', kept: 1 });
  });

  it.each([
    [{ confirm: 'yes' }, 'confirmation_required'],
    [{ confirm: '' }, 'confirmation_required'],
    [{}, 'validation_failed'],
  ])('a reset cannot be started by %j', async (body, code) => {
    const { portal } = { portal: await givenPortalUser(harness.current) };
    const refused = await portal.call('POST', '/sandbox/reset', { body });
    expect([refused.status, refused.body.code]).toEqual([400, code]);
    expect((await portal.call('GET', '/sandbox/reset')).body.reset).toBeNull();
  });

  it('a reset is deleted after ninety days, once', async () => {
    const portal = await givenPortalUser(harness.current);
    await portal.call('POST', '/sandbox/reset', { body: phrase });
    await runAll();
    harness.current.clock.advance(90 * 86_400 + 1);
    expect(await deleteOld(harness.current.ctx, 'sandbox.resets')).toBeGreaterThan(0);
    expect(await deleteOld(harness.current.ctx, 'sandbox.resets')).toBe(0);
  });
});
