import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenReferral, referralBody, syntheticVin } from '#testing/referrals';

const harness = useHarness({ gapRequestsPerMin: 100_000 });
const referrals = '/api/gap/v1/referrals';
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim();
const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed');

type Send = (line: readonly [method: string, path: string], body: unknown, key?: string) => Promise<Answer>;
type Caller = { readonly institutionId: string; readonly send: Send };

async function bearer(input: { institutionId?: string; livemode?: boolean } = {}): Promise<Caller> {
  const { key: token, institutionId } = await givenPartner(harness.current, input);
  const send: Send = ([method, path], body, key) =>
    harness.current.call(method, path, {
      token,
      ...(body === undefined ? {} : { body }),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  return { institutionId, send };
}

async function signed(input: { institutionId?: string; livemode?: boolean } = {}): Promise<Caller> {
  const caller = await givenSignedCredential(harness.current, input);
  const send: Send = ([method, path], body, key) =>
    caller.call(method, path, { body, ...(key === undefined ? {} : { idempotencyKey: key }) });
  return { institutionId: caller.institutionId, send };
}

const countReferrals = async (institutionId: string): Promise<number> => {
  const text = 'select from referrals.referrals where institution_id = $1';
  return (await harness.current.ctx.db.pool.query(text, [institutionId])).rowCount ?? 0;
};

describe.each([
  ['a bearer key', bearer],
  ['a signature', signed],
])('an Idempotency-Key with %s', (_kind, given) => {
  it('the same request again gets the same status, body and Location', async () => {
    const { send, institutionId } = await given();
    const body = referralBody();
    const first = await send(['POST', referrals], body, 'one');
    const again = await send(['POST', referrals], structuredClone(body), 'one');
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([again.status, replayed(again), again.body]).toEqual([201, 'true', first.body]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await countReferrals(institutionId)).toBe(1);
  });

  it('the order of the members does not matter', async () => {
    const { send } = await given();
    const body = referralBody();
    const first = await send(['POST', referrals], body, 'one');
    const turned = Object.fromEntries(Object.entries(body).toReversed());
    const again = await send(['POST', referrals], turned, 'one');
    expect([again.status, replayed(again), again.body.id]).toEqual([201, 'true', first.body.id]);
  });

  it('another body, path or method under the key is a conflict', async () => {
    const { send } = await given();
    const first = await send(['POST', referrals], referralBody(), 'one');
    const others = [
      await send(['POST', referrals], referralBody(), 'one'),
      await send(['PATCH', `${referrals}/${first.body.id}`], { external_ref: 'x' }, 'one'),
      await send(['POST', `${referrals}/${first.body.id}/simulate`], {}, 'one'),
      await send(['POST', `${referrals}/bulk`], { referrals: [referralBody()] }, 'one'),
    ];
    expect(others.map(codeOf)).toEqual(others.map(() => '409 idempotency_conflict'));
    expect(others.map(replayed)).toEqual(others.map(() => null));
  });

  it('only successful responses are stored, so that a corrected request goes through', async () => {
    const { send } = await given();
    const refused = await send(['POST', referrals], { borrower: {} }, 'one');
    expect(refused.status).toBe(400);
    const open = await send(['POST', referrals], referralBody());
    const taken = await send(['POST', referrals], referralBody({ vehicle: open.body.vehicle }), 'one');
    expect(codeOf(taken)).toBe('409 referral_exists');
    const mended = await send(['POST', referrals], referralBody(), 'one');
    expect([mended.status, replayed(mended)]).toEqual([201, null]);
  });

  it('changes are executed once, too', async () => {
    const { send } = await given();
    const { body } = await send(['POST', referrals], referralBody());
    const cancel = () => send(['PATCH', `${referrals}/${body.id}`], { status: 'canceled' }, 'stop');
    const first = await cancel();
    const again = await cancel();
    expect([first.status, again.status, replayed(again), again.body]).toEqual([200, 200, 'true', first.body]);
  });

  it('twenty equal concurrent requests create one object', async () => {
    const { send, institutionId } = await given();
    const body = referralBody();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(['POST', referrals], body, 'one')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(answers.filter((answer) => replayed(answer) === 'true')).toHaveLength(19);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await countReferrals(institutionId)).toBe(1);
  });

  it('the key is deleted after a day', async () => {
    const { send } = await given();
    const { body } = await send(['POST', referrals], referralBody());
    const path = `${referrals}/${body.id}`;
    expect((await send(['PATCH', path], { external_ref: 'x' }, 'one')).status).toBe(200);
    harness.current.clock.advance(24 * 3600 - 1);
    expect(codeOf(await send(['PATCH', path], { external_ref: 'y' }, 'one'))).toBe('409 idempotency_conflict');
    harness.current.clock.advance(1);
    const fresh = await send(['PATCH', path], { external_ref: 'y' }, 'one');
    expect([fresh.status, replayed(fresh), fresh.body.external_ref]).toEqual([200, null, 'y']);
  });

  it('the key has no effect on reads', async () => {
    const { send } = await given();
    const lookup = '/api/gap/v1/review-status/lookup';
    const made = await send(['POST', referrals], referralBody(), 'one');
    const reads = [
      await send(['POST', lookup], { reference: 'none' }, 'one'),
      await send(['POST', lookup], { reference: made.body.id }, 'one'),
      await send(['GET', referrals], undefined, 'one'),
      await send(['GET', '/api/gap/v1/me'], undefined, 'one'),
    ];
    expect(reads.map((answer) => [answer.status, replayed(answer)])).toEqual(reads.map(() => [200, null]));
    expect(reads.slice(0, 2).map(({ body }) => body.data.length)).toEqual([0, 1]);
  });
});

describe('an Idempotency-Key belongs to an institution and a mode', () => {
  it("the key applies to all of the institution's credentials", async () => {
    const one = await bearer();
    const other = await signed({ institutionId: one.institutionId });
    const body = referralBody();
    const first = await one.send(['POST', referrals], body, 'shared');
    const again = await other.send(['POST', referrals], body, 'shared');
    expect([again.status, replayed(again), again.body.id]).toEqual([201, 'true', first.body.id]);
  });

  it('the key does not affect the requests of others', async () => {
    const test = await bearer();
    const live = await bearer({ institutionId: test.institutionId, livemode: true });
    const otherInstitution = await bearer();
    const body = referralBody();
    const answers = [];
    for (const { send } of [test, live, otherInstitution])
      answers.push(await send(['POST', referrals], body, 'shared'));
    expect(answers.map((answer) => [answer.status, replayed(answer)])).toEqual(answers.map(() => [201, null]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(3);
  });
});

describe('the form of an Idempotency-Key sent with a bearer key', () => {
  it.each([
    ['a space inside', 'a b', '400 idempotency_key_invalid'],
    ['nothing', '', '400 idempotency_key_invalid'],
    ['256 characters', 'k'.repeat(256), '400 idempotency_key_invalid'],
    ['a letter beyond ASCII', 'k\u00e9', '400 idempotency_key_invalid'],
    ['255 characters', 'k'.repeat(255), '200'],
    ['the first and the last that are allowed', '!~', '200'],
  ])('the key must be 1 to 255 visible ASCII characters: %s', async (_what, key, expected) => {
    const { send } = await bearer();
    expect(codeOf(await send(['POST', '/api/gap/v1/review-status/lookup'], { reference: 'a' }, key))).toBe(expected);
    const created = expected === '200' ? '201' : expected;
    expect(codeOf(await send(['POST', referrals], referralBody(), key))).toBe(created);
    expect((await send(['GET', referrals], undefined, key)).status).toBe(200);
  });
});

describe('without an Idempotency-Key', () => {
  it('equal requests are executed twice, as far as the rules allow', async () => {
    const { send } = await bearer();
    const vehicle = { vin: syntheticVin(), year: 2020, make: 'Synthetic', model: 'Coupe' };
    const first = await send(['POST', referrals], referralBody({ vehicle }));
    expect(codeOf(await send(['POST', referrals], referralBody({ vehicle })))).toBe('409 referral_exists');
    await send(['PATCH', `${referrals}/${first.body.id}`], { status: 'canceled' });
    const second = await send(['POST', referrals], referralBody({ vehicle }));
    expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
  });

  it('a bulk call is executed again', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h);
    await givenReferral(h, key);
    const rows = { referrals: [referralBody()] };
    const send = () => h.call('POST', `${referrals}/bulk`, { token: key, body: rows });
    expect([(await send()).body.created, (await send()).body.created]).toEqual([1, 0]);
  });
});
