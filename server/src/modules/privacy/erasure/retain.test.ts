import { describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { randomBase62 } from '#lib/tokens/base62';
import { recordEntry, verifyChain, verifyConsent } from '#modules/ledger';
import { transact } from '#platform/db';
import { findTraces } from '#test/database/find-traces';
import { untilLogged } from '#test/fixtures/logged-calls';
import { useHarness } from '#test/harness';
import { bringTo, daysInSeconds, givenIntake, newPhone, sweep } from '#testing/intakes';
import { enrollmentBody, givenEnrollment } from '#testing/memberships';
import { givenPartner } from '#testing/partners';
import { givenReferral, referralBody } from '#testing/referrals';
import { liftLegalHold, setLegalHold } from '../legal-holds/legal-holds.ts';
import { eraseCustomer } from './erase-customer.ts';
import { retain } from './retain.ts';

const harness = useHarness();

const newMark = (): string => `zq${randomBase62(12).toLowerCase()}`;
const person = (mark: string) => ({
  first_name: `F${mark}`,
  last_name: `L${mark}`,
  email: `${mark}@example.com`,
  phone: newPhone(),
});

/** An owner who said no, a borrower whose invitation expired, and a member whose cover was canceled. */
async function givenEnded(marks: { intake: string; referral: string; enrollment: string }) {
  const h = harness.current;
  const { key, institutionId } = await givenPartner(h);
  const receipt = await givenIntake(h, { customer: person(marks.intake) });
  await bringTo(h, receipt, 'declined');
  const referral = await givenReferral(h, key, referralBody({ borrower: person(marks.referral) }));
  const enrollment = await givenEnrollment(h, key, enrollmentBody({ member: person(marks.enrollment) }));
  await h.call('PATCH', `/api/gap/v1/plans/enrollments/${enrollment.id}`, { token: key, body: { status: 'canceled' } });
  h.clock.advance(daysInSeconds(60));
  await sweep(h);
  return { receipt, referral, enrollment, institutionId };
}

describe('cases that ended', () => {
  const marks = { intake: newMark(), referral: newMark(), enrollment: newMark() };
  const all = Object.values(marks);

  it('stay for 730 days, and are blanked then, once', async () => {
    const h = harness.current;
    const { institutionId, receipt } = await givenEnded(marks);
    const young = newMark();
    h.clock.advance(daysInSeconds(600));
    expect(await retain(h.ctx)).toMatchObject({ cases: 0 });
    await givenIntake(h, { customer: person(young) });
    h.clock.advance(daysInSeconds(200));
    await setLegalHold(h.ctx, { name: institutionId, reason: 'A synthetic proceeding.', by: 'test' });
    expect(await retain(h.ctx)).toMatchObject({ cases: 1 });
    expect(await findTraces(h.ctx, [marks.intake])).toEqual([]);
    expect(await findTraces(h.ctx, [marks.referral, marks.enrollment])).not.toEqual([]);
    await liftLegalHold(h.ctx, { name: institutionId, by: 'test' });
    expect(await retain(h.ctx)).toMatchObject({ cases: 2 });
    expect(await retain(h.ctx)).toMatchObject({ cases: 0 });
    expect(await findTraces(h.ctx, all)).toEqual([]);
    expect(await findTraces(h.ctx, [young])).toContain('intakes.intakes');
    expect((await verifyConsent(h.ctx)).problem).toBeUndefined();
    const poll = await h.call('GET', `/api/agent/v1/intakes/${receipt.intake_id}`, { token: receipt.poll_token });
    expect([poll.status, poll.body.status]).toEqual([200, 'declined']);
  });
});

describe('data that returns after an erasure', () => {
  it('is blanked again when its time is over, once', async () => {
    const h = harness.current;
    const mark = newMark();
    const { key } = await givenPartner(h);
    const body = enrollmentBody({ member: person(mark) });
    const { id } = await givenEnrollment(h, key, body);
    await untilLogged(h, [id]);
    await eraseCustomer(h.ctx, { name: id, by: 'test', close: closeErased });
    expect(await findTraces(h.ctx, [mark])).toEqual([]);
    h.clock.advance(60);
    const change = (changes: object) =>
      h.call('PATCH', `/api/gap/v1/plans/enrollments/${id}`, { token: key, body: changes });
    expect([(await change({ member: body.member })).status, (await change({ status: 'canceled' })).status]).toEqual([
      200, 200,
    ]);
    await untilLogged(h, [id, id]);
    expect(await findTraces(h.ctx, [mark])).toContain('memberships.enrollments');
    h.clock.advance(daysInSeconds(731));
    await retain(h.ctx);
    expect(await findTraces(h.ctx, [mark])).toEqual([]);
    expect(await retain(h.ctx)).toMatchObject({ cases: 0 });
  });
});

describe('data that belongs to no case', () => {
  it('registrations are deleted after 90 days, staff reasons after 730, and the trail still verifies', async () => {
    const h = harness.current;
    const mark = newMark();
    await h.call('POST', '/api/agent/v1/register', { body: {} });
    await h.ctx.db.pool.query(
      `insert into agents.registrations (id, agent, operator_name, operator_email, agreement_version, agreement_hash,
         code_hash, code_expires_at, wrong_codes, email_failed, created_at)
       values ('reg_' || $1, '{}', $1, $1 || '@example.com', 'v1', 'h', '', $2, 0, false, $2)`,
      [mark, h.clock.now()],
    );
    await transact(h.ctx, (tx) =>
      recordEntry(tx, { kind: 'action', operation: 'test.reason', reason: `Said ${mark}` }),
    );
    await transact(h.ctx, (tx) => recordEntry(tx, { kind: 'action', operation: 'test.other' }));
    h.clock.advance(daysInSeconds(89));
    expect(await retain(h.ctx)).toMatchObject({ registrations: 0, reasons: 0 });
    h.clock.advance(daysInSeconds(2));
    expect(await retain(h.ctx)).toMatchObject({ registrations: 1, reasons: 0 });
    h.clock.advance(daysInSeconds(640));
    expect(await retain(h.ctx)).toMatchObject({ reasons: 1 });
    expect(await findTraces(h.ctx, [mark])).toEqual([]);
    expect(await verifyChain(h.ctx)).toMatchObject({ ok: true });
  });

  it('an edit of an erased audit row is detected', async () => {
    const { ctx } = harness.current;
    const { pool } = harness.current.owner;
    await pool.query('alter table audit.entries disable trigger entries_stay');
    for (const edit of [`reason = 'another'`, `staff_id = 'stf_other'`, `erased_mac = '\\x00'`, 'erased_mac = null']) {
      const { rows } = await pool.query('select * from audit.entries where erased_mac is not null limit 1');
      await pool.query(`update audit.entries set ${edit} where seq = $1`, [rows[0].seq]);
      expect([edit, (await verifyChain(ctx)).ok]).toEqual([edit, false]);
      await pool.query('update audit.entries set reason = $2, staff_id = $3, erased_mac = $4 where seq = $1', [
        rows[0].seq,
        rows[0].reason,
        rows[0].staff_id,
        rows[0].erased_mac,
      ]);
    }
    await pool.query('alter table audit.entries enable trigger entries_stay');
    expect((await verifyChain(ctx)).ok).toBe(true);
  });

  it('is not the ledger: an erased entry that is edited, moved or filled again is found', async () => {
    const { ctx } = harness.current;
    const { pool } = harness.current.owner;
    const { rows } = await pool.query('select * from consent.entries where erased_at is not null order by seq limit 1');
    const [row] = rows;
    expect(row).toBeDefined();
    await pool.query('alter table consent.entries disable trigger entries_unedited');
    for (const edit of [
      `kind = 'other'`,
      `subject_id = 'int_other'`,
      `chain_mac = '\\x00'`,
      `mac = '\\x00'`,
      `erased_before = '\\x01'`,
      'erased_mac = null',
      'erased_mac = null, erased_before = null',
      'encrypted_details = mac',
    ]) {
      await pool.query(`update consent.entries set ${edit} where id = $1`, [row.id]);
      expect([edit, (await verifyConsent(ctx)).ok]).toEqual([edit, false]);
      await pool.query(
        `update consent.entries set kind = $2, subject_id = $3, chain_mac = $4, mac = $5, erased_before = $6,
           erased_mac = $7, encrypted_details = $8 where id = $1`,
        [
          row.id,
          row.kind,
          row.subject_id,
          row.chain_mac,
          row.mac,
          row.erased_before,
          row.erased_mac,
          row.encrypted_details,
        ],
      );
    }
    await pool.query('alter table consent.entries enable trigger entries_unedited');
    expect((await verifyConsent(ctx)).ok).toBe(true);
    // The database itself lets an entry be erased once, and nothing else.
    await expect(pool.query(`update consent.entries set erased_at = now() where id = $1`, [row.id])).rejects.toThrow(
      'only added to',
    );
    await expect(pool.query(`delete from consent.entries where id = $1`, [row.id])).rejects.toThrow('only added to');
  });
});
