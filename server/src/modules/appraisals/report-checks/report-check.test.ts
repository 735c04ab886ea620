import { describe, expect, it } from 'vitest';
import { findEnglishLeft, sentencesOf } from '#test/fixtures/page-truths/sentences';
import { useHarness } from '#test/harness';
import { givenPage } from '#testing/owner-page';
import { givenStaffToken } from '#testing/staff';
import type { ReportCheckView } from '../finding-schemas.ts';
import { drawLowOffer, givenReport, showFindings } from './testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

async function givenChecked() {
  const page = await givenPage(harness.current);
  const documentId = await givenReport(harness.current, page.receipt.intake_id);
  const token = await givenStaffToken(harness.current, 'caller');
  const path = `/api/staff/v1/cases/${page.id}/report-check`;
  const get = async () => (await harness.current.call('GET', path, { token })).body as ReportCheckView;
  const post = (what: string, body?: unknown, by = token) =>
    harness.current.call('POST', `${path}/${what}`, { token: by, ...(body === undefined ? {} : { body }) });
  return { ...page, getPage: page.get, documentId, token, path, get, send: post };
}

const rowsOf = async (consultationId: string): Promise<number> => {
  const { rows } = await harness.current.ctx.db.pool.query(
    'select id from report_checks.releases where consultation_id = $1',
    [consultationId],
  );
  return rows.length;
};

describe('the report check of a case', () => {
  it('the check names inconsistent figures, with page, box, figures, calculation and sentence', async () => {
    const { get, documentId } = await givenChecked();
    const { findings, released, documents } = await get();
    expect(released).toBeNull();
    expect(documents).toEqual([{ id: documentId, vendor: 'mitchell', pages: 14, checked: true, has_file: true }]);
    const offer = findings.find(({ code }) => code === 'offer_sum');
    expect(offer).toMatchObject({ kind: 'arithmetic', certain: true, moves_cents: 100_000, document_id: documentId });
    expect(offer?.marks.every(({ page, box }) => page === 1 && box?.length === 4)).toBe(true);
    const printed = drawLowOffer().reading.contents.sum.find(({ name }) => name === 'offer')?.cents.value ?? 0;
    const shown = `$${(printed / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`.replace(/\.00$/, '');
    expect(offer?.sentence.en).toContain(`prints ${shown} for “Market Value”`);
    expect(offer?.sentence.es).toContain(shown);
    expect(offer?.arithmetic).toMatch(/^\$[\d,.]+ [+−] .* = \$[\d,.]+$/);
  });

  it('findings are shown to the customer only after release, unchanged, in both languages, until withdrawn', async () => {
    const given = await givenChecked();
    expect((await given.get()).findings.length).toBeGreaterThan(2);
    const heading = 'What we found in your insurer’s report';
    expect((await given.getPage()).text).not.toContain(heading);
    const { released } = await showFindings(harness.current, { consultationId: given.id, token: given.token });
    expect(released?.findings.map(({ code }) => code)).toContain('offer_sum');
    const english = (await given.getPage()).text;
    const spanish = (await given.getPage('?lang=es')).text;
    for (const { sentence } of released?.findings ?? []) {
      expect(sentencesOf(english).join('. ')).toContain(sentence.en.replace(/\.$/, ''));
      expect(sentencesOf(spanish).join('. ')).toContain(sentence.es.replace(/\.$/, ''));
    }
    expect(sentencesOf(english)).toContain(heading);
    const own = sentencesOf(english).filter((sentence) => /report/.test(sentence));
    expect(findEnglishLeft(own, spanish)).toEqual([]);
    // The report is read again: the release stays, the findings change.
    await harness.current.ctx.db.pool.query('update documents.documents set reading = reading - $2 where id = $1', [
      given.documentId,
      'contents',
    ]);
    const after = await given.get();
    expect(after.findings.filter(({ kind }) => kind === 'arithmetic')).toEqual([]);
    expect((await given.getPage()).text).toContain(heading);
    expect((await given.send('withdraw')).body.released).toBeNull();
    expect((await given.getPage()).text).not.toContain(heading);
  });

  it('a release is refused when the findings have changed, or for a finding that does not exist', async () => {
    const { get, send, id } = await givenChecked();
    const { fingerprint, findings } = await get();
    const [first] = findings;
    const unknown = await send('release', { fingerprint, finding_ids: ['doc_1/offer_sum'] });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
    const changed = await send('release', { fingerprint: 'a'.repeat(64), finding_ids: [first?.id] });
    expect([changed.status, changed.body.code]).toEqual([409, 'findings_changed']);
    const none = await send('release', { fingerprint, finding_ids: [] });
    expect(none.status).toBe(400);
    expect(await rowsOf(id)).toBe(0);
  });

  it('a repeated release request makes one release, and no release is ever changed', async () => {
    const { get, send, id } = await givenChecked();
    const { fingerprint, findings } = await get();
    const body = { fingerprint, finding_ids: findings.map((finding) => finding.id) };
    const answers = await Promise.all([send('release', body), send('release', body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rowsOf(id)).toBe(1);
    const { pool } = harness.current.owner;
    for (const change of ['update report_checks.releases set staff_id = id', 'delete from report_checks.releases'])
      await expect(pool.query(change)).rejects.toThrow('not changed');
    await expect(harness.current.owner.pool.query('truncate report_checks.releases')).rejects.toThrow('not changed');
    const { rows } = await pool.query('select * from report_checks.releases where consultation_id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain('Market Value');
    await send('withdraw');
    await send('withdraw');
    expect(await rowsOf(id)).toBe(2);
  });

  it('the check is for staff only, and not for a closed case', async () => {
    const { path, send, get, id } = await givenChecked();
    expect((await harness.current.call('GET', path)).status).toBe(401);
    expect((await send('release', {}, 'nobody')).status).toBe(401);
    const { fingerprint, findings } = await get();
    const administrator = await givenStaffToken(harness.current, 'administrator');
    const closed = await harness.current.call('POST', `/api/staff/v1/consultations/${id}/close`, {
      token: administrator,
      body: { reason: 'settled' },
    });
    expect([closed.status, closed.text]).toEqual([200, closed.text]);
    const refused = await send('release', { fingerprint, finding_ids: findings.map((finding) => finding.id) });
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state']);
  });
});
