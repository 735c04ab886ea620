import { describe, expect, it } from 'vitest';
import { factSources } from '#app/callbacks';
import { takeReport } from '#modules/consultations';
import { withUpload } from '#platform/http';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { givenPartner } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { bringTo, givenReferral, sendReportAs } from '../testing.ts';

const harness = useHarness();
const h = () => harness.current;

/** An institution with a referral in a status, and a user who may send documents. */
async function givenCase(status = 'activated', changes = {}) {
  const { key, institutionId } = await givenPartner(h());
  const referral = await givenReferral(h(), key, changes);
  await bringTo(h(), key, { id: referral.id, status });
  const portal = await givenPortalUser(h(), { role: 'operations', institutionId });
  return { key, institutionId, referral, portal, path: `/referrals/${referral.id}` };
}

/** As the borrower does on their own page. */
async function sendAsBorrower(referralId: string, pdf: Buffer): Promise<void> {
  const consultationId = await consultationOf(h(), referralId);
  const { ctx } = h();
  const { signal } = new AbortController();
  await withUpload(pdf, (file) => takeReport(ctx, factSources, { consultationId, pdf: file, signal, files: ctx }));
}

describe('a report that the institution sends', () => {
  it("a report is read, compared with the institution's statement, and can be downloaded unchanged", async () => {
    const { pdf, truth } = await makeReport('ccc', 11);
    const { portal, path, referral } = await givenCase();
    const { status, body } = await sendReportAs(h(), portal, {
      referralId: referral.id,
      pdf,
      name: 'valuation <1>.pdf',
    });
    expect([status, body.documents.length]).toEqual([201, 1]);
    const [document] = body.documents;
    const { vin, offer_cents: offer } = truth as Record<string, { value: unknown }>;
    expect(document).toMatchObject({
      file_name: 'valuation <1>.pdf',
      size_bytes: pdf.length,
      vendor: 'ccc',
      nothing_read: false,
      sent_by: { id: portal.userId, name: 'Synthetic User' },
      read: { vin: vin?.value, offer_cents: offer?.value },
      can_download: true,
    });
    expect(document.differences).toContainEqual({
      field: 'vehicle.vin',
      stated: referral.vehicle.vin,
      read: vin?.value,
    });
    const file = await portal.call('GET', `${path}/documents/${document.id}/file`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${document.id}.pdf"`);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Number(file.headers.get('content-length'))).toBe(pdf.length);
    const { data } = (await portal.call('GET', `${path}/timeline`)).body;
    expect(data.at(-1)).toMatchObject({ kind: 'document', who: 'Synthetic User', by: 'institution' });
    // The same file again is the same document.
    const again = await sendReportAs(h(), portal, { referralId: referral.id, pdf, name: 'again.pdf' });
    expect([again.status, again.body.documents.length, again.body.documents[0].file_name]).toEqual([
      201,
      1,
      'valuation <1>.pdf',
    ]);
  });

  it("an institution sees only its own reports, not the borrower's, unless it sent the same file", async () => {
    const [own, borrowers] = await Promise.all([makeReport('ccc', 12), makeReport('ccc', 13)]);
    const { portal, path, referral } = await givenCase();
    await sendAsBorrower(referral.id, borrowers.pdf);
    expect((await portal.call('GET', path)).body.documents).toEqual([]);
    const row = await h().ctx.db.find<{ id: string }>({
      text: 'select id from documents.documents where intake_id = $1',
      values: [referral.id],
    });
    const refused = await portal.call('GET', `${path}/documents/${row?.id}/file`);
    const unknown = await portal.call('GET', `${path}/documents/doc_unknown/file`);
    expect([refused.status, refused.body.detail]).toEqual([404, unknown.body.detail]);
    await sendReportAs(h(), portal, { referralId: referral.id, pdf: own.pdf });
    const { documents } = (await portal.call('GET', path)).body;
    expect(documents).toHaveLength(1);
    // Neither another institution nor another referral opens it.
    const other = await givenCase();
    for (const [who, where] of [
      [other.portal, path],
      [other.portal, other.path],
      [portal, other.path],
    ] as const)
      expect((await who.call('GET', `${where}/documents/${documents[0].id}/file`)).status).toBe(404);
    expect((await portal.call('GET', `${path}/documents/${documents[0].id}/file`, { mode: 'live' })).status).toBe(404);
    const same = await sendReportAs(h(), portal, { referralId: referral.id, pdf: borrowers.pdf });
    expect(same.body.documents).toHaveLength(2);
  });

  it.each(['invited', 'closed', 'declined', 'canceled'])(
    'a report is refused while the referral is %s',
    async (status) => {
      const { pdf } = await makeReport('ccc', 14);
      const { portal, referral } = await givenCase(status);
      const answer = await sendReportAs(h(), portal, { referralId: referral.id, pdf });
      expect([answer.status, answer.body.code, answer.body.current_status]).toEqual([409, 'invalid_state', status]);
    },
  );

  it('a report is refused with an explanation when it is empty, not a PDF, unreadable or too large', async () => {
    const { portal, referral } = await givenCase();
    const send = (pdf: Uint8Array) => sendReportAs(h(), portal, { referralId: referral.id, pdf });
    for (const [bytes, status] of [
      [Buffer.from('hello'), 400],
      [Buffer.from('%PDF-1.7 nothing'), 400],
      [Buffer.alloc(15_728_641), 413],
    ] as const)
      expect((await send(bytes)).status).toBe(status);
    const rows = await h().owner.pool.query(
      `select operation from audit.entries where subject_id = $1 and operation = 'referrals.portal-send-document'`,
      [referral.id],
    );
    expect(rows.rows).toEqual([]);
  });

  it("a report counts against its institution's daily bytes", async () => {
    const { pdf } = await makeReport('ccc', 15);
    const { portal, referral, institutionId } = await givenCase();
    await sendReportAs(h(), portal, { referralId: referral.id, pdf });
    const budget = await h().ctx.db.find<{ bytes: number }>({
      text: 'select bytes::float8 as bytes from documents.upload_budgets where name = $1',
      values: [`institution/${institutionId}`],
    });
    expect(budget?.bytes).toBe(pdf.length);
  });

  it('a report can be sent by users who may change referrals, from one of our pages', async () => {
    const { pdf } = await makeReport('ccc', 16);
    const { portal, referral, institutionId } = await givenCase();
    for (const role of ['developer', 'read_only', 'finance'] as const) {
      const other = await givenPortalUser(h(), { role, institutionId });
      expect((await sendReportAs(h(), other, { referralId: referral.id, pdf })).status).toBe(403);
    }
    const url = `/api/portal/v1/${institutionId}/test/referrals/${referral.id}/documents`;
    const headers = { ...portal.headers, 'content-type': 'multipart/form-data; boundary=x' };
    expect((await h().call('POST', url, { raw: pdf, headers })).status).toBe(415);
    const foreign = await givenPortalUser(h());
    expect((await sendReportAs(h(), foreign, { referralId: referral.id, pdf })).status).toBe(404);
  });
});
