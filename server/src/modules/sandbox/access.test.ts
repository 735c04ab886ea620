import { beforeAll, describe, expect, it } from 'vitest';
import { givenEnrollment } from '#testing/memberships';
import { givenPartner } from '#testing/partners';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { givenReferral, tracesOf } from '#testing/referrals';
import { useHarness, type Answer } from '#test/harness';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let portal: PortalBrowser;
let other: PortalBrowser;
beforeAll(async () => {
  portal = await givenPortalUser(harness.current, { role: 'developer' });
  other = await givenPortalUser(harness.current, { role: 'owner' });
});

const reads = [
  '/sandbox/referrals',
  '/sandbox/enrollments',
  '/sandbox/messages',
  '/sandbox/messages/msg_x',
  '/sandbox/messages/msg_x/mail.html',
  '/sandbox/reset',
];
const writes: readonly (readonly [string, object])[] = [
  ['/sandbox/samples/referrals', { outcome: 'invited' }],
  ['/sandbox/samples/enrollments', { outcome: 'active' }],
  ['/sandbox/referrals/ref_x/simulate', { step: 'accept' }],
  ['/sandbox/enrollments/enr_x/simulate', { step: 'cancel' }],
  ['/sandbox/reset', { confirm: 'empty the sandbox' }],
];

/** The response without the parts that differ between any two requests. */
const bare = ({ status, body }: Answer): string => {
  const { request_id: _request, instance: _instance, ...rest } = body;
  return JSON.stringify({ status, rest });
};

describe('access to the partner sandbox', () => {
  it('the sandbox does not exist in live mode', async () => {
    const owner = await givenPortalUser(harness.current, { role: 'owner', institutionId: portal.institutionId });
    await harness.current.owner.many({
      text: 'update partners.institutions set live_opened_at = now() where id = $1',
      values: [portal.institutionId],
    });
    const answers = [
      ...(await Promise.all(reads.map((path) => owner.call('GET', path, { mode: 'live' })))),
      ...(await Promise.all(writes.map(([path, body]) => owner.call('POST', path, { mode: 'live', body })))),
    ];
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['403 test_mode_only']),
    );
  });

  it('read roles can view the sandbox, write roles can take its steps, and a client without a session can do neither', async () => {
    const [reader, finance] = await Promise.all(
      (['read_only', 'finance'] as const).map((role) =>
        givenPortalUser(harness.current, { role, institutionId: portal.institutionId }),
      ),
    );
    for (const path of ['/sandbox/referrals', '/sandbox/messages', '/sandbox/reset']) {
      expect((await reader!.call('GET', path)).status).toBe(200);
      expect((await finance!.call('GET', path)).body.code).toBe('role_required');
      const url = `/api/portal/v1/${portal.institutionId}/test${path}`;
      expect((await harness.current.call('GET', url)).status).toBe(401);
    }
    for (const [path, body] of writes) {
      expect((await reader!.call('POST', path, { body })).body.code).toBe('role_required');
      const url = `/api/portal/v1/${portal.institutionId}/test${path}`;
      expect((await harness.current.call('POST', url, { body })).status).toBe(401);
    }
  });

  it('ids of other institutions and live ids get the same response as an id that never existed', async () => {
    const live = await givenPartner(harness.current, { livemode: true, institutionId: portal.institutionId });
    const foreign = await givenPartner(harness.current, { institutionId: other.institutionId });
    const referrals = await Promise.all([live.key, foreign.key].map((key) => givenReferral(harness.current, key)));
    const before = await Promise.all(referrals.map(({ id }) => tracesOf(harness.current, id)));
    const press = (id: string) =>
      portal.call('POST', `/sandbox/referrals/${id}/simulate`, { body: { step: 'expire' } });
    const unknown = bare(await press('ref_unknown'));
    for (const { id } of referrals) {
      expect(bare(await press(id))).toBe(unknown);
      expect((await portal.call('GET', `/sandbox/referrals/${id}`)).status).toBe(404);
    }
    expect(await Promise.all(referrals.map(({ id }) => tracesOf(harness.current, id)))).toEqual(before);

    const enrollments = await Promise.all([live.key, foreign.key].map((key) => givenEnrollment(harness.current, key)));
    const cancel = (id: string) =>
      portal.call('POST', `/sandbox/enrollments/${id}/simulate`, { body: { step: 'cancel' } });
    const missing = bare(await cancel('enr_unknown'));
    for (const { id } of enrollments) expect(bare(await cancel(id))).toBe(missing);
    const listed = await portal.call('GET', '/sandbox/enrollments');
    expect(listed.body.data).toEqual([]);
  });

  it('a step that is not possible now is refused with the list of possible steps, and changes nothing', async () => {
    const { body } = await portal.call('POST', '/sandbox/samples/referrals', { body: { outcome: 'accepted' } });
    const before = await tracesOf(harness.current, body.id);
    const refused = await portal.call('POST', `/sandbox/referrals/${body.id}/simulate`, { body: { step: 'decline' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'step_not_possible']);
    expect(refused.body).toMatchObject({
      current_status: 'activated',
      possible_steps: ['deliver', 'settle', 'close', 'pass_quiet_days', 'edit', 'start_review'],
    });
    expect(body.steps.map(({ step }: { step: string }) => step)).toEqual(refused.body.possible_steps);
    expect(await tracesOf(harness.current, body.id)).toEqual(before);
  });

  it.each([
    ['declined', 'It is declined. This step is not possible now.'],
    ['expired', 'It is expired. This step is not possible now.'],
    ['no_market', 'It is closed, and its review is completed. This step is not possible now.'],
  ])('a closed referral offers no review: %s', async (outcome, detail) => {
    const { body } = await portal.call('POST', '/sandbox/samples/referrals', { body: { outcome } });
    expect(body.steps).toEqual([]);
    const pressed = await portal.call('POST', `/sandbox/referrals/${body.id}/simulate`, {
      body: { step: 'start_review' },
    });
    expect(pressed.body).toMatchObject({ status: 409, code: 'step_not_possible', detail, possible_steps: [] });
  });

  it('a cancelled referral offers no new review, but a review in progress can be completed', async () => {
    const press = (id: string, step: string) =>
      portal.call('POST', `/sandbox/referrals/${id}/simulate`, { body: { step } });
    const sample = async () =>
      (await portal.call('POST', '/sandbox/samples/referrals', { body: { outcome: 'invited' } })).body;
    expect((await press((await sample()).id, 'cancel')).body.steps).toEqual([]);
    const { id } = await sample();
    await press(id, 'start_review');
    const { body } = await press(id, 'decline');
    expect(body.steps.map(({ step }: { step: string }) => step)).toEqual(['complete_review']);
    expect((await press(id, 'complete_review')).body.review).toBe('completed');
  });

  it.each([[{ step: 'fly' }], [{}], [{ step: null }], [{ step: 'accept', more: 1 }], [[]]])(
    'a step request is refused: %j',
    async (body) => {
      expect((await portal.call('POST', '/sandbox/referrals/ref_x/simulate', { body })).status).toBe(400);
      expect((await portal.call('POST', '/sandbox/samples/referrals', { body })).status).toBe(400);
    },
  );

  it('two simultaneous requests take a step once, on one object', async () => {
    const { body } = await portal.call('POST', '/sandbox/samples/referrals', { body: { outcome: 'invited' } });
    const press = () => portal.call('POST', `/sandbox/referrals/${body.id}/simulate`, { body: { step: 'expire' } });
    const answers = await Promise.all([press(), press()]);
    const codes = answers.map(({ status }) => status).toSorted();
    expect(codes).toEqual([200, 409]);
    const events = await harness.current.ctx.db.many({
      text: `select type from events.events where subject_id = $1 and type = 'referral.expired'`,
      values: [body.id],
    });
    expect(events).toHaveLength(1);
  });

  it('a time step passes time for one object only', async () => {
    const make = async () =>
      (await portal.call('POST', '/sandbox/samples/referrals', { body: { outcome: 'settled_with_savings' } })).body.id;
    const [one, two] = [await make(), await make()];
    const before = await tracesOf(harness.current, two);
    const step = { step: 'pass_settled_days' };
    const passed = await portal.call('POST', `/sandbox/referrals/${one}/simulate`, { body: step });
    expect(passed.body.status).toBe('closed');
    expect(await tracesOf(harness.current, two)).toEqual(before);
  });

  it('every step adds an audit row', async () => {
    const { body } = await portal.call('POST', '/sandbox/samples/referrals', { body: { outcome: 'invited' } });
    await portal.call('POST', `/sandbox/referrals/${body.id}/simulate`, { body: { step: 'cancel' } });
    const rows = await harness.current.ctx.db.many<{ operation: string }>({
      text: `select operation from audit.entries where institution_id = $1 and subject_id = $2`,
      values: [portal.institutionId, body.id],
    });
    expect(rows).toEqual([{ operation: 'sandbox.simulate-referral' }]);
  });
});
