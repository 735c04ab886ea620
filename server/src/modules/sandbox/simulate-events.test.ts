import { beforeAll, describe, expect, it } from 'vitest';
import { verifyStandardWebhook } from '@makewhole/sdk/webhooks';
import { partnerEventTypes, statementIssued } from '#modules/webhooks';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { deliver, givenSubscribedEndpoint, useDelivering } from '#testing/webhooks';
import { enrollmentStepNames, enrollmentSteps, referralStepNames, referralSteps } from './rules.ts';

const given = useDelivering({ gapRequestsPerMin: 1_000_000 });

type Endpoint = Awaited<ReturnType<typeof givenSubscribedEndpoint>>;

let portal: PortalBrowser;
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await givenSubscribedEndpoint(given.current, {
    endpoint: { livemode: false, payload: 'thin', secret_kind: 'standard', event_types: [...partnerEventTypes] },
  });
  portal = await givenPortalUser(given.current.harness, { role: 'developer', institutionId: endpoint.institution });
});

const sample = async (kind: 'referrals' | 'enrollments', outcome: string) => {
  const { status, body } = await portal.call('POST', `/sandbox/samples/${kind}`, { body: { outcome } });
  expect(status).toBe(201);
  return body;
};

const press = (kind: 'referrals' | 'enrollments', id: string, step: string) =>
  portal.call('POST', `/sandbox/${kind}/${id}/simulate`, { body: { step } });

/** The deliveries since the last call, oldest first, each with a valid signature. */
async function arrived(): Promise<{ type: string; livemode: boolean }[]> {
  await deliver(given.current.harness);
  const received = endpoint.received();
  given.current.receiver.received.splice(0);
  return received.map(({ headers, raw, body }) => {
    const now = given.current.harness.clock.now();
    verifyStandardWebhook({ headers, body: raw, secret: endpoint.endpoint.secret, now });
    return JSON.parse(body) as { type: string; livemode: boolean };
  });
}

/** Steps that bring a referral or an enrollment to where a step is possible. */
const referralBefore: Record<string, readonly string[]> = {
  deliver: ['accept'],
  settle: ['accept'],
  close: ['accept'],
  pass_settled_days: ['accept', 'settle'],
  pass_quiet_days: ['accept'],
  complete_review: ['start_review'],
};
const enrollmentBefore: Record<string, readonly string[]> = {
  complete_redemption: ['report_loss'],
  cancel_redemption: ['report_loss'],
  settle: ['report_loss'],
  pass_settled_days: ['report_loss', 'settle'],
};

const produced = new Set<string>();

describe('events of each step', () => {
  it.each(referralStepNames)('the referral step %s sends the events it lists, signed', async (step) => {
    const { id } = await sample('referrals', 'invited');
    for (const before of referralBefore[step] ?? []) expect((await press('referrals', id, before)).status).toBe(200);
    for (const { type } of await arrived()) produced.add(type);
    given.current.harness.clock.advance(1);
    const { status, body } = await press('referrals', id, step);
    expect([status, body.id]).toEqual([200, id]);
    const events = await arrived();
    expect(events.map(({ type, livemode }) => [type, livemode])).toEqual(
      referralSteps[step].publishes.map((type) => [type, false]),
    );
    for (const { type } of events) produced.add(type);
  });

  it.each(enrollmentStepNames)('the enrollment step %s sends the events it lists, signed', async (step) => {
    const { id } = await sample('enrollments', 'active');
    for (const before of enrollmentBefore[step] ?? [])
      expect((await press('enrollments', id, before)).status).toBe(200);
    for (const { type } of await arrived()) produced.add(type);
    given.current.harness.clock.advance(1);
    const { status, body } = await press('enrollments', id, step);
    expect([status, body.id]).toEqual([200, id]);
    const events = await arrived();
    expect(events.map(({ type }) => type).toSorted()).toEqual([...enrollmentSteps[step].publishes].toSorted());
    for (const { type } of events) produced.add(type);
  });

  it("the steps and the samples together send every type of event except the statement's", () => {
    expect([...produced].toSorted()).toEqual(partnerEventTypes.filter((type) => type !== statementIssued).toSorted());
  });
});

describe('sample objects', () => {
  it.each([
    ['invited', 'invited', null],
    ['accepted', 'activated', null],
    ['declined', 'declined', null],
    ['expired', 'expired', null],
    ['settled_with_savings', 'settled', 'completed'],
    ['no_market', 'closed', 'completed'],
  ])('a sample referral with the outcome %s is %s', async (outcome, status, review) => {
    const body = await sample('referrals', outcome);
    expect(body).toMatchObject({ object: 'sandbox.referral', status, review, name: 'Synthetic Borrower' });
    expect((await arrived()).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['referral.created', 'referral.invited']),
    );
  });

  it('a sample without a market has an inconclusive review', async () => {
    const { id } = await sample('referrals', 'no_market');
    const row = await given.current.harness.ctx.db.find({
      text: 'select outcome, summary from referrals.review_records where referral_id = $1',
      values: [id],
    });
    expect(row).toEqual({ outcome: 'inconclusive', summary: expect.stringMatching(/^Synthetic: no comparable/) });
  });

  it.each([
    ['active', 'active'],
    ['canceled', 'canceled'],
    ['loss_reported', 'loss_reported'],
    ['redeemed', 'redeemed'],
  ])('a sample enrollment with the outcome %s is %s', async (outcome, status) => {
    expect(await sample('enrollments', outcome)).toMatchObject({
      object: 'sandbox.enrollment',
      status,
      name: 'Synthetic Member',
    });
  });
});
