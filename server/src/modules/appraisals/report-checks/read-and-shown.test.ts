import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { warmVinDecoder } from '#modules/vehicles';
import { sentencesOf } from '#test/fixtures/page-truths/sentences';
import { useHarness } from '#test/harness';
import { drawVariant, type VariantName } from '#test/reports/variants';
import { givenPage, postFiles } from '#testing/owner-page';
import { givenStaffToken } from '#testing/staff';
import { testVehicleDir } from '#testing/vehicles';
import type { FindingMark, ReportCheckView } from '../finding-schemas.ts';
import { showFindings } from './testing.ts';

const harness = useHarness({ VEHICLE_DATA_DIR: testVehicleDir });
beforeAll(() => warmVinDecoder(harness.current.ctx));

/** The page's text inside a box, read by an independent program. */
function textIn(pdf: Buffer, { page, box }: FindingMark): string {
  const [left = 0, top = 0, right = 0, bottom = 0] = box ?? [];
  const area = { f: page, l: page, x: left - 2, y: top - 2, W: right - left + 4, H: bottom - top + 4 };
  const args = Object.entries(area).flatMap(([name, value]) => [`-${name}`, String(Math.round(value))]);
  return execFileSync('pdftotext', [...args, '-', '-'], { input: pdf, timeout: 20_000 }).toString('utf8');
}

const digits = (text: string): string => text.replaceAll(/\D/g, '');

type Case = { readonly name: VariantName; readonly seed: number; readonly what: string; readonly code: string };

describe('a report with one false figure, uploaded by its owner', () => {
  it.each<Case>([
    { name: 'mitchell c', seed: 12, what: 'offer', code: 'offer_sum' },
    { name: 'ccc c', seed: 6, what: 'adjusted value', code: 'comparable_sum' },
  ])(
    '$name: the false figure is found, and shown to the owner once staff compared it',
    async ({ name, seed, what, code }) => {
      const { pdf, falsified } = await drawVariant(name, seed, { falsify: true });
      expect(falsified).toBe(what);
      const { id, path, get } = await givenPage(harness.current);
      const sent = await postFiles(harness.current, path, [pdf]);
      expect(sent.status).toBeLessThan(400);

      const token = await givenStaffToken(harness.current, 'caller');
      const check = await harness.current.call('GET', `/api/staff/v1/cases/${id}/report-check`, { token });
      const { findings } = check.body as ReportCheckView;
      const finding = findings.find((one) => one.code === code);
      if (finding === undefined) throw new Error(`not found among ${findings.map((one) => one.code).join(', ')}`);
      // It is unknown which of the figures is false, and the reading may have misread one.
      expect([finding.kind, finding.certain, finding.moves_cents]).toEqual(['arithmetic', false, null]);
      for (const mark of finding.marks) expect(digits(textIn(pdf, mark))).toContain(digits(mark.printed));
      const image = await harness.current.call(
        'GET',
        `/api/staff/v1/documents/${finding.document_id}/page?number=${finding.marks[0]?.page}`,
        { token },
      );
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);

      expect((await get()).text).not.toContain('What we found');
      await showFindings(harness.current, { consultationId: id, token, codes: [code] });
      for (const language of ['en', 'es'] as const) {
        const shown = sentencesOf((await get(`?lang=${language}`)).text).join('. ');
        expect(shown).toContain(finding.sentence[language].replace(/\.$/, ''));
        expect(shown).toContain(finding.arithmetic);
      }
    },
  );
});
