import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { drawMarkup, givenReport, showFindings } from '#testing/appraisals/report-checks';
import { givenAppraisal } from '../testing.ts';
import { writeAppraisalPdf } from './appraisal-copies.ts';

const harness = useHarness();

const textOf = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, timeout: 20_000 }).toString('utf8');

describe('the annex of an appraisal', () => {
  it('the annex shows the findings that the owner saw when the draft was saved, in both languages, and is absent otherwise', async () => {
    const given = await givenAppraisal(harness.current);
    const { consultationId, token, receipt } = given;
    await given.compose();
    const without = (await given.get()).draft;
    expect(without && 'insurer_report' in without).toBe(false);

    await givenReport(harness.current, receipt.intake_id);
    const { released } = await showFindings(harness.current, { consultationId, token, codes: ['offer_sum'] });
    const [finding] = released?.findings ?? [];
    expect((await given.get()).warnings.join(' ')).toContain('insurer’s report has changed');
    await given.compose();
    const { draft, warnings } = await given.get();
    expect(warnings.join(' ')).not.toContain('insurer’s report has changed');
    expect(draft?.insurer_report).toEqual([
      { kind: 'arithmetic', sentence: finding?.sentence, pages: [1], arithmetic: finding?.arithmetic },
    ]);

    if (draft === null || without === null) throw new Error('there is no draft');
    const write = (inputs: typeof draft, language: 'en' | 'es') =>
      writeAppraisalPdf(inputs, {
        url: undefined,
        sha256: undefined,
        at: new Date(0),
        language,
        team: harness.current.config.team,
      });
    const [english, spanish, bare] = [await write(draft, 'en'), await write(draft, 'es'), await write(without, 'en')];
    expect(textOf(english)).toContain('Annex: the insurer’s report');
    expect(textOf(spanish)).toContain('Anexo: el informe de la aseguradora');
    expect(textOf(bare)).not.toContain('Annex');
    // Without the annex it is the same document, to the byte.
    const { insurer_report: _annex, ...same } = draft;
    expect((await write(same, 'en')).equals(bare)).toBe(true);
  });

  it("the annex prints a report's text as plain text", async () => {
    const given = await givenAppraisal(harness.current);
    const { consultationId, token, receipt } = given;
    await givenReport(harness.current, receipt.intake_id, drawMarkup());
    await showFindings(harness.current, { consultationId, token, codes: ['total_sum'] });
    await given.compose();
    const { draft } = await given.get();
    if (draft === null) throw new Error('there is no draft');
    const about = { url: undefined, sha256: undefined, at: new Date(0), team: harness.current.config.team } as const;
    const text = textOf(await writeAppraisalPdf(draft, { ...about, language: 'en' }));
    expect(text.replaceAll(/\s+/g, ' ')).toContain('“Settlement Value <script>alert(1)</script>”');
  });
});
