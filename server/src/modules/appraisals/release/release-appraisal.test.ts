import { describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { deliverProviderEvents, givenHold, holdsOf, reconcileDue } from '#testing/checkout';
import { messageRows } from '#testing/customers';
import { useCardHarness } from '#test/doubles/stripe';
import { deliverGiven, givenAppraisal, type GivenAppraisal } from '../testing.ts';

const parts = useCardHarness();

const released = async (given: GivenAppraisal) => (await given.get()).versions;
const messagesOf = async ({ consultationId }: GivenAppraisal) =>
  (await messageRows(parts.current.harness, consultationId)).filter(({ purpose }) => purpose === 'appraisal.released');
const capturesOf = (holdId: string) => parts.current.stripe.bank.captures.filter((one) => one.holdId === holdId);

describe('releasing an appraisal', () => {
  it('a release delivers, makes one version, sends one link and requires a reason where nothing is pre-authorized', async () => {
    const { harness } = parts.current;
    const given = await givenAppraisal(harness);
    expect((await given.compose()).status).toBe(200);
    expect((await given.get()).release).toEqual({
      delivers: true,
      message: 'email',
      payment: 'none',
      payment_cents: null,
      reason_required: true,
      problems: [],
    });
    const refused = await given.release({});
    expect([refused.status, refused.body.code]).toEqual([409, 'reason_required']);
    expect(await released(given)).toEqual([]);
    expect((await given.release({ reason: 'goodwill' })).status).toBe(200);
    expect(await released(given)).toMatchObject([{ number: 1, state: 'current', reason: 'goodwill' }]);
    const { rows } = await harness.ctx.db.pool.query(
      'select delivered_at from consultations.consultations where id = $1',
      [given.consultationId],
    );
    expect(rows[0].delivered_at).toEqual(harness.clock.now());
    await harness.sendMessages();
    const mails = harness.mailbox.to(given.email).filter(({ mail }) => mail.subject === 'Your written appraisal');
    expect(mails).toHaveLength(1);
    const [url] = (await released(given)).map((one) => one.url);
    expect(mails[0]?.mail.text).toContain(url);
    expect(mails[0]?.mail.text).not.toContain('Nguyễn');
  });

  it('a release captures an active research hold, once, by the worker, and requires no reason', async () => {
    const { harness } = parts.current;
    const given = await givenAppraisal(harness);
    const checkout = await deliverGiven(harness, given);
    const holdId = await givenHold(parts.current, checkout, 'research');
    await given.compose();
    expect((await given.get()).release).toMatchObject({ delivers: false, payment: 'capture', payment_cents: 19_900 });
    const refused = await given.release({ reason: 'goodwill' });
    expect([refused.status, refused.body.code]).toEqual([409, 'reason_not_asked']);
    const answers = await Promise.all(Array.from({ length: 4 }, () => given.release({})));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await released(given)).toMatchObject([{ number: 1, reason: null }]);
    expect(await messagesOf(given)).toHaveLength(1);
    expect(capturesOf(holdId)).toEqual([]);
    expect((await holdsOf(harness, checkout))[0]).toMatchObject({ requestedAction: 'capture', requestedCents: 19_900 });
    await reconcileDue(harness);
    await deliverProviderEvents(parts.current);
    expect(capturesOf(holdId)).toHaveLength(1);
    expect((await holdsOf(harness, checkout))[0]).toMatchObject({ state: 'captured', capturedCents: 19_900 });
    await given.compose({ remarks: 'The second one.' });
    expect((await given.get()).release).toMatchObject({ payment: 'charged', reason_required: false });
    expect((await given.release({})).status).toBe(200);
    expect((await released(given)).map(({ number, state }) => [number, state])).toEqual([
      [2, 'current'],
      [1, 'superseded'],
    ]);
    await reconcileDue(harness);
    expect(capturesOf(holdId)).toHaveLength(1);
  });

  it('a release of a case with representation charges nothing and requires no reason', async () => {
    const { harness } = parts.current;
    const given = await givenAppraisal(harness);
    await givenHold(parts.current, await deliverGiven(harness, given), 'representation');
    await given.compose();
    expect((await given.get()).release).toMatchObject({ payment: 'included', reason_required: false });
    expect((await given.release({})).status).toBe(200);
  });

  it('a release to an owner who stopped contact sends no message and does not charge automatically', async () => {
    const { harness } = parts.current;
    const given = await givenAppraisal(harness);
    const checkout = await deliverGiven(harness, given);
    await givenHold(parts.current, checkout, 'research');
    await given.compose();
    const token = await givenStaffToken(harness);
    await harness.call('POST', '/api/staff/v1/do-not-contact', { token, body: { email: given.email } });
    expect((await given.get()).release).toMatchObject({
      message: 'stopped',
      payment: 'by_hand',
      reason_required: false,
    });
    expect((await given.release({})).status).toBe(200);
    expect(await messagesOf(given)).toEqual([]);
    expect((await holdsOf(harness, checkout))[0]).toMatchObject({ state: 'held', requestedAction: null });
  });

  it('a release of an unseen, unsigned or unready draft is refused', async () => {
    const { harness } = parts.current;
    const given = await givenAppraisal(harness);
    expect((await given.post('/release', { revision: 1, reason: 'goodwill' })).status).toBe(409);
    const unsigned = { revision: 0, left_out: [] };
    const path = `/api/staff/v1/cases/${given.consultationId}/appraisal/draft`;
    expect((await harness.call('PUT', path, { token: given.token, body: unsigned })).status).toBe(200);
    const stale = await harness.call('PUT', path, { token: given.token, body: unsigned });
    expect([stale.status, stale.body.code, stale.body.revision]).toEqual([409, 'draft_changed', 1]);
    const nobody = await given.release();
    expect([nobody.status, nobody.body.detail]).toEqual([409, 'Somebody has to sign it: type the name.']);
    await given.compose();
    const old = await given.post('/release', { revision: 1, reason: 'goodwill' });
    expect([old.status, old.body.code]).toEqual([409, 'draft_changed']);
    await harness.ctx.db.pool.query(`update intakes.intakes set status = 'customer_confirmed' where id = $1`, [
      given.receipt.intake_id,
    ]);
    const early = await given.release();
    expect([early.status, early.body.current_status]).toEqual([409, 'not ready']);
    expect(await released(given)).toEqual([]);
    expect(await messagesOf(given)).toEqual([]);
  });

  it('a draft older than its facts is refused until it is saved again, and the error names the changes', async () => {
    const { harness } = parts.current;
    const given = await givenAppraisal(harness);
    await deliverGiven(harness, given);
    await given.compose();
    expect((await given.get()).draft?.offer).toEqual({ cents: 1_650_000, basis: 'stated' });
    const body = { offer: { value_cents: 1_650_000 }, settlement: { value_cents: 1_700_000 } };
    const path = `/api/staff/v1/consultations/${given.consultationId}/settlement`;
    expect((await harness.call('POST', path, { token: given.token, body })).status).toBe(200);
    const problem = 'Changed since the draft was saved: what the offer includes. Save it again.';
    expect((await given.get()).release.problems).toEqual([problem]);
    const refused = await given.release();
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([409, 'invalid_state', problem]);
    expect(await released(given)).toEqual([]);

    await given.compose();
    expect((await given.release()).status).toBe(200);
    const [{ url = '' } = {}] = await released(given);
    const { text } = await harness.call('GET', new URL(url).pathname);
    expect(text).not.toContain('is not known');
    expect(text).toContain('before tax');
  });

  it('a release needs a staff member, and withdrawing needs a lead', async () => {
    const { harness } = parts.current;
    const given = await givenAppraisal(harness);
    await given.compose();
    const path = `/api/staff/v1/cases/${given.consultationId}/appraisal`;
    for (const [method, at] of [
      ['GET', ''],
      ['PUT', '/draft'],
      ['GET', '/preview'],
      ['GET', '/preview.pdf'],
      ['POST', '/release'],
      ['POST', '/withdraw'],
    ]) {
      expect(
        (await harness.call(method ?? '', `${path}${at}`, { body: method === 'GET' ? undefined : {} })).status,
      ).toBe(401);
    }
    await given.release();
    expect((await given.post('/withdraw', { number: 1, reason: 'Wrong car.' })).status).toBe(403);
    const lead = await givenStaffToken(harness, 'lead');
    expect((await given.post('/withdraw', { number: 2, reason: 'Wrong car.' }, lead)).status).toBe(404);
    expect((await given.post('/withdraw', { number: 1, reason: 'Wrong car.' }, lead)).status).toBe(200);
    expect((await given.post('/withdraw', { number: 1, reason: 'Again.' }, lead)).status).toBe(409);
    expect(await released(given)).toMatchObject([{ state: 'withdrawn', withdrawn_reason: 'Wrong car.' }]);
  });
});

describe('a released version', () => {
  it('a released version cannot be changed, not even in the database', async () => {
    const { harness } = parts.current;
    const given = await givenAppraisal(harness);
    await given.compose();
    await given.release();
    const { pool } = harness.owner;
    for (const change of [
      'value_cents = 1',
      `reason = 'included'`,
      `released_by = 'x'`,
      `encrypted_inputs = 'x'`,
      `number = 7`,
    ]) {
      await expect(pool.query(`update appraisals.versions set ${change}`)).rejects.toThrow('is not changed');
      await expect(pool.query(`update appraisals.versions set withdrawn_at = now(), ${change}`)).rejects.toThrow(
        'is not changed',
      );
    }
    await expect(pool.query('delete from appraisals.versions')).rejects.toThrow('is not changed');
    await expect(pool.query('truncate appraisals.versions cascade')).rejects.toThrow('is not changed');
  });
});
