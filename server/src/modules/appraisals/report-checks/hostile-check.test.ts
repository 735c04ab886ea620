import { describe, expect, it } from 'vitest';
import { drawReading } from '#test/fixtures/report-contents';
import { useHarness } from '#test/harness';
import { givenPage } from '#testing/owner-page';
import { givenStaffToken } from '#testing/staff';
import { computeFindings } from '../findings/compute-findings.ts';
import type { ReportCheckView } from '../finding-schemas.ts';
import { drawMarkup, givenReport, showFindings } from './testing.ts';

const harness = useHarness();

describe('the check of a hostile report', () => {
  it("a hostile report's text is shown as plain text, to the owner and to staff", async () => {
    const { id, receipt, get } = await givenPage(harness.current);
    await givenReport(harness.current, receipt.intake_id, drawMarkup());
    const token = await givenStaffToken(harness.current, 'caller');
    const { released } = await showFindings(harness.current, { consultationId: id, token, codes: ['total_sum'] });
    expect(released?.findings[0]?.sentence.en).toContain('<script>');
    for (const language of ['en', 'es']) {
      const { text } = await get(`?lang=${language}`);
      expect(text).toContain('Settlement Value &lt;script&gt;');
      expect(text).not.toContain('<script>alert');
    }
  });

  it('a case, a page and a finding are addressed only by their own ids', async () => {
    const [one, other] = [await givenPage(harness.current), await givenPage(harness.current)];
    const documentId = await givenReport(harness.current, one.receipt.intake_id);
    const token = await givenStaffToken(harness.current, 'caller');
    const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
      harness.current.call(method, `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
    const check = (await call('GET', `/cases/${one.id}/report-check`)).body as ReportCheckView;
    const empty = (await call('GET', `/cases/${other.id}/report-check`)).body as ReportCheckView;
    expect(empty.findings).toEqual([]);
    const ids = check.findings.map(({ id }) => id);
    const answers = await Promise.all([
      call('POST', `/cases/${other.id}/report-check/release`, { fingerprint: empty.fingerprint, finding_ids: ids }),
      call('GET', `/cases/${one.receipt.intake_id}/report-check`),
      call('POST', `/cases/con_nobody/report-check/withdraw`),
      call('POST', `/cases/con_nobody/report-check/release`, { fingerprint: check.fingerprint, finding_ids: ids }),
      call('GET', `/documents/doc_nobody/page?number=1`),
      call('GET', `/documents/${documentId}/page?number=99`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await other.get()).text).not.toContain('What we found');
  });

  it('the check is bounded, however much a report prints', () => {
    const drawn = drawReading(3, 'mitchell');
    const { contents } = drawn.reading;
    const [first] = contents.comparables;
    if (first?.distance_miles === undefined) throw new Error('no comparable was drawn');
    const far = { ...first.distance_miles, value: 9999 };
    const row = first.adjustments.find(({ name }) => name.startsWith('Mileage'));
    const amounts = Array.from({ length: 60 }, () => ({ ...row, name: 'Projected Sold Adjustment' }));
    contents.comparables = Array.from({ length: 40 }, (_, index) => ({
      ...first,
      number: index + 1,
      distance_miles: far,
      adjustments: amounts,
    }));
    const found = computeFindings({ documentId: 'doc_synthetic', ...drawn, filed: {} });
    expect(found.length).toBeLessThanOrEqual(100);
    expect(Math.max(...found.map(({ marks }) => marks.length))).toBeLessThanOrEqual(100);
    expect(JSON.stringify(found).length).toBeLessThan(1_500_000);
  });

  it('amounts of any size are printed as amounts, and uncomputable sums yield no finding', () => {
    const drawn = drawReading(3, 'mitchell');
    const most = 9_999_999_999_99;
    for (const line of drawn.reading.contents.sum) line.cents.value = line.name === 'offer' ? -most : most;
    const texts = computeFindings({ documentId: 'doc_synthetic', ...drawn, filed: {} }).flatMap(
      ({ sentence, arithmetic }) => [sentence.en, sentence.es, arithmetic ?? ''],
    );
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => /NaN|Infinity|e\+|undefined/.test(text))).toEqual([]);
    expect(texts.join(' ')).toContain('−$9,999,999,999.99');
  });
});
