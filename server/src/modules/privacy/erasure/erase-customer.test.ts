import { beforeAll, describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { randomBase62 } from '#lib/tokens/base62';
import { recordEntry, verifyChain, chainEntries, verifyConsent } from '#modules/ledger';
import { transact } from '#platform/db';
import { findTraces } from '#test/database/find-traces';
import { untilLogged } from '#test/fixtures/logged-calls';
import { useHarness } from '#test/harness';
import { givenAppraisal } from '#testing/appraisals';
import { bringTo, givenIntake, givenTeam, minimalIntake, newPhone, poll, press, submit } from '#testing/intakes';
import { enrollmentBody, givenEnrollment } from '#testing/memberships';
import { givenPartner } from '#testing/partners';
import { givenReferral, linkPath, press as pressInvitation, referralBody, syntheticVin } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';
import { exportCustomer, writeExportPdf } from '../export/export.ts';
import { liftLegalHold, setLegalHold } from '../legal-holds/legal-holds.ts';
import { previewErasure } from './ask-erasure.ts';
import { eraseCustomer } from './erase-customer.ts';

const harness = useHarness();

const erase = (name: string) => eraseCustomer(harness.current.ctx, { name, by: 'test', close: closeErased });

/** A text that occurs nowhere else, in lower case because email addresses are stored in lower case. */
const newMark = (): string => `zq${randomBase62(12).toLowerCase()}`;

/** An intake with the mark in every field, as far as the field allows. */
const markedIntake = (mark: string, phone: string) => ({
  agent: { name: `Agent ${mark}`, platform: 'synthetic-agent' },
  customer: { first_name: `F${mark}`, last_name: `L${mark}`, email: `${mark}@example.com`, phone },
  consent: { attestation: `${mark} asked me to submit this and expects a call.`, attestor_name: `By ${mark}` },
  vehicle: { vin: syntheticVin(), year: 2019, make: 'Honda', model: 'Accord' },
  loss: { zip: '78701', loss_state: 'TX' },
  offer: { insurer: 'Synthetic Mutual', claim_number: `C-${mark}`, acv_offer_cents: 1_650_000 },
  external_ref: `ref-${mark}`,
});

const caseOf = async (sourceId: string): Promise<string> => {
  const { rows } = await harness.current.ctx.db.pool.query(
    'select id from consultations.consultations where source_id = $1',
    [sourceId],
  );
  return String(rows[0]?.id);
};

async function expectChains(): Promise<void> {
  const { ctx } = harness.current;
  expect(await verifyConsent(ctx)).toMatchObject({ ok: true, problem: undefined });
  expect(await verifyChain(ctx)).toMatchObject({ ok: true, problem: undefined });
}

describe('an owner whom an agent submitted', () => {
  const [mark, other] = [newMark(), newMark()];
  let intakeId = '';
  let caseId = '';
  let pollToken = '';
  const phone = newPhone();

  beforeAll(async () => {
    const h = harness.current;
    const receipt = await givenIntake(h, markedIntake(mark, phone));
    await givenIntake(h, markedIntake(other, newPhone()));
    ({ intake_id: intakeId, poll_token: pollToken } = receipt);
    await submit(h, minimalIntake({ customer: { email: `${mark}@example.com` } }), {
      headers: { 'idempotency-key': `key-${mark}` },
    });
    await h.call('POST', new URL(receipt.customer_confirmation_url).pathname, {
      raw: 'decision=confirm',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': `Browser ${mark}` },
    });
    await press(h, receipt, 'confirm');
    caseId = await caseOf(intakeId);
    const team = await givenTeam(h);
    await team.post(`/cases/${caseId}/notes`, { words: `Note about ${mark}`, draft_key: randomBase62(16) });
    await team.post(`/intakes/${intakeId}/calls`, { outcome: 'voicemail', note: `Said ${mark}` });
    await h.sendMessages();
  });

  it('a lead can preview everything that would be erased, and export it as JSON and PDF', async () => {
    const { ctx } = harness.current;
    expect(await previewErasure(ctx, intakeId)).toMatchObject({ held: [], counts: { 'intakes.intakes': 1 } });
    const record = await exportCustomer(ctx, `${mark}@example.com`);
    expect(JSON.stringify(record.data['consultations.notes'])).toContain(`Note about ${mark}`);
    expect((await writeExportPdf(record)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is not erased while a legal hold is in force', async () => {
    const { ctx } = harness.current;
    await setLegalHold(ctx, { name: caseId, reason: 'A synthetic proceeding.', by: 'test' });
    await expect(erase(`${mark}@example.com`)).rejects.toMatchObject({ code: 'legal_hold', status: 409 });
    expect(await findTraces(ctx, [mark])).toContain('intakes.intakes');
    await liftLegalHold(ctx, { name: caseId, by: 'test' });
  });

  it('leaves nothing behind in any table or encrypted value, and the chains still verify', async () => {
    const { ctx } = harness.current;
    const before = await findTraces(ctx, [mark]);
    expect(before).toEqual(expect.arrayContaining(['intakes.intakes', 'customers.messages.encrypted_content']));
    const { cases, counts } = await erase(`${mark}@example.com`);
    expect(cases).toContain(intakeId);
    expect(counts).toMatchObject({ 'consultations.notes': 1, 'consultations.consultations': expect.any(Number) });
    expect(await findTraces(ctx, [mark, phone])).toEqual([]);
    await expectChains();
    expect(harness.current.logLines.filter((line) => line.includes(mark))).toEqual([]);
  });

  it('an owner can be erased twice', async () => {
    expect((await erase(intakeId)).cases).toEqual([intakeId]);
    await expectChains();
  });

  it('an erasure does not affect others', async () => {
    const { ctx } = harness.current;
    expect(await findTraces(ctx, [other])).toEqual(
      expect.arrayContaining(['intakes.intakes', 'customers.messages.encrypted_content']),
    );
  });

  it("an erased owner still has a case: on the board, in the agent's poll, and in the consent record", async () => {
    const h = harness.current;
    const token = await givenStaffToken(h, 'lead');
    for (const path of [
      `/board/cases/${caseId}`,
      `/intakes/${intakeId}`,
      `/consent/${caseId}`,
      `/consent/${caseId}.pdf`,
      `/cases/${caseId}/facts`,
      `/cases/${caseId}/appraisal`,
      '/board/columns',
      '/board',
    ]) {
      const { status, text } = await h.call('GET', `/api/staff/v1${path}`, { token });
      expect([path, status, /undefined|NaN/.test(text)]).toEqual([path, 200, false]);
    }
    const answer = await h.call('GET', `/api/agent/v1/intakes/${intakeId}`, { token: pollToken });
    expect([answer.status, /undefined/.test(answer.text)]).toEqual([200, false]);
    expect(answer.body.external_ref).toBeNull();
  });
});

describe('a borrower and a member', () => {
  it('they are blanked, and their institution still sees the referral and the enrollment', async () => {
    const h = harness.current;
    const mark = newMark();
    const partner = await givenPartner(h);
    const person = { first_name: `F${mark}`, last_name: `L${mark}`, email: `${mark}@example.com`, phone: newPhone() };
    const vin = syntheticVin();
    const body = referralBody({ borrower: person, external_ref: `loan-${mark}` });
    const referral = await givenReferral(h, partner.key, {
      ...body,
      vehicle: { ...body.vehicle, vin },
      claim: { ...body.claim, claim_number: `C-${mark}` },
    });
    const enrollment = await givenEnrollment(h, partner.key, enrollmentBody({ member: person, external_ref: mark }));
    await pressInvitation(h, await linkPath(h, referral.id), 'accept');
    await h.sendMessages();
    await untilLogged(h, [referral.id, enrollment.id]);
    await erase(`${mark}@example.com`);
    expect(await findTraces(h.ctx, [mark, vin])).toEqual([]);
    await expectChains();
    const get = (path: string) => h.call('GET', `/api/gap/v1${path}`, { token: partner.key });
    const seen = await get(`/referrals/${referral.id}`);
    expect([seen.status, seen.body.borrower]).toEqual([
      200,
      { first_name: '', last_name: '', email: null, phone: null },
    ]);
    expect(seen.body).toMatchObject({ external_ref: null, claim: { claim_number: '' }, vehicle: { vin: '' } });
    // An invitation that ends early keeps the expiry that was shown to the institution.
    const told = referral.invitation_expires_at;
    expect([told, seen.body.invitation_expires_at]).toEqual([expect.any(String), told]);
    const member = await get(`/plans/enrollments/${enrollment.id}`);
    expect([member.status, member.body.member]).toEqual([
      200,
      { first_name: '', last_name: '', email: null, phone: null },
    ]);
    for (const path of ['/referrals', '/plans/enrollments', '/events']) expect((await get(path)).status).toBe(200);
    const page = await h.call('GET', await linkPath(h, referral.id).catch(() => '/i/none'), {});
    expect(page.status).toBeLessThan(500);
  });
});

describe('an appraisal that was released', () => {
  it('the appraisal is withdrawn with its case: the value stays, the text is erased', async () => {
    const h = harness.current;
    const mark = newMark();
    const given = await givenAppraisal(h, { email: `${mark}@example.com`, names: [`F${mark}`, `L${mark}`] });
    await given.compose();
    const released = await given.release();
    expect(released.status).toBeLessThan(300);
    await erase(given.consultationId);
    expect(await findTraces(h.ctx, [mark])).toEqual([]);
    const view = await given.get();
    expect(JSON.stringify(view)).toContain('withdrawn');
    const token = await givenStaffToken(h, 'lead');
    const shown = await h.call('GET', `/api/staff/v1/board/cases/${given.consultationId}`, { token });
    expect(shown.status).toBe(200);
    await expectChains();
  });
});

describe('while workers chain the ledger', () => {
  it('persons are erased, and every entry is still linked to the previous one', async () => {
    const h = harness.current;
    const ending = new AbortController();
    const chain = async () => {
      while (!ending.signal.aborted) await chainEntries(h.ctx, 500);
    };
    const workers = [chain(), chain()];
    for (let round = 0; round < 8; round += 1) {
      const mark = newMark();
      const receipt = await givenIntake(h, markedIntake(mark, newPhone()));
      await press(h, receipt, 'confirm');
      await erase(`${mark}@example.com`);
      expect(await verifyConsent(h.ctx)).toMatchObject({ ok: true, problem: undefined });
    }
    ending.abort();
    await Promise.all(workers);
  });
});

describe('a person without any stored data', () => {
  it('a person without data is not found', async () => {
    await expect(exportCustomer(harness.current.ctx, 'con_unknown')).rejects.toMatchObject({ status: 404 });
    await expect(erase('con_unknown')).rejects.toMatchObject({ status: 404 });
  });
});

describe('a case that is blanked', () => {
  it('an open case is closed before it is blanked', async () => {
    const h = harness.current;
    const receipt = await givenIntake(h, markedIntake(newMark(), newPhone()));
    await bringTo(h, receipt, 'consultation_active');
    await erase(receipt.intake_id);
    const { rows } = await h.ctx.db.pool.query(
      'select closed_at, ready, phone_hash from consultations.consultations where source_id = $1',
      [receipt.intake_id],
    );
    expect(rows).toEqual([{ closed_at: expect.any(Date), ready: false, phone_hash: null }]);
    expect((await poll(h, receipt)).status).toBe(200);
  });
});

describe('reasons that the team gave', () => {
  it('reasons are erased with the case they are about, however many there are', async () => {
    const { ctx } = harness.current;
    const { intake_id: id } = await givenIntake(harness.current);
    await transact(ctx, async (tx) => {
      for (let entry = 0; entry < 501; entry += 1)
        await recordEntry(tx, { kind: 'action', operation: 'test.many', subjectId: id, reason: 'Synthetic.' });
    });
    expect((await erase(id)).counts).toMatchObject({ 'audit.entries': 501 });
    await expectChains();
  });
});

describe('a number that only the team recorded', () => {
  it('the number finds the case that it belongs to', async () => {
    const h = harness.current;
    const [mark, stated] = [newMark(), newPhone()];
    const receipt = await givenIntake(h, markedIntake(mark, newPhone()));
    await press(h, receipt, 'confirm');
    const caseId = await caseOf(receipt.intake_id);
    const token = await givenStaffToken(h, 'lead');
    const path = `/api/staff/v1/cases/${caseId}/facts`;
    const { body } = await h.call('GET', path, { token });
    const changed = await h.call('PATCH', path, { token, body: { seen: body.version, changes: { phone: stated } } });
    expect(changed.status).toBe(200);
    // Simulates a case that only the queue knows.
    await h.ctx.db.pool.query(`update intakes.intakes set phone = null where id = $1`, [receipt.intake_id]);
    expect((await erase(stated)).cases).toEqual([receipt.intake_id]);
    expect(await findTraces(h.ctx, [mark, stated])).toEqual([]);
  });
});

describe('findings that were released to an owner', () => {
  it('the findings are erased, and the row shows that it was erased', async () => {
    const { ctx } = harness.current;
    const mark = newMark();
    const receipt = await givenIntake(harness.current, markedIntake(mark, newPhone()));
    const [id, caseId] = [`rcr_${mark}`, await caseOf(receipt.intake_id)];
    const findings = ctx.vault.encrypt(JSON.stringify([{ sentence: mark }]), `report_checks.releases/${id}/findings`);
    await ctx.db.pool.query(
      `insert into report_checks.releases (id, consultation_id, encrypted_findings, staff_id, at) values ($1, $2, $3, 'stf_1', $4)`,
      [id, caseId, findings, ctx.clock.now()],
    );
    expect(await findTraces(ctx, [mark])).toContain('report_checks.releases.encrypted_findings');
    await erase(receipt.intake_id);
    const { rows } = await ctx.db.pool.query(
      'select encrypted_findings, erased_at from report_checks.releases where id = $1',
      [id],
    );
    expect(rows).toEqual([{ encrypted_findings: null, erased_at: expect.any(Date) }]);
  });
});
