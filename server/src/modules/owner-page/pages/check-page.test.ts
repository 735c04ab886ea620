import { describe, expect, it } from 'vitest';
import { findEnglishLeft, sentencesOf } from '#test/fixtures/page-truths/sentences';
import type { ReportFinding } from '#modules/appraisals';
import { checkLowOffer } from '#testing/appraisals/report-checks';
import type { PageView } from '../views/facts.ts';
import { checkSection } from './check-page.ts';

const view = (language: PageView['language'], findings: readonly ReportFinding[]) =>
  ({
    language,
    zone: 'America/Chicago',
    check: { findings, by: 'stf_synthetic', at: new Date('2026-11-16T16:00:00Z') },
  }) as unknown as PageView;

const markupOf = (language: PageView['language'], findings: readonly ReportFinding[]): string =>
  `<html lang="${language}"><main>${checkSection(view(language, findings))?.markup ?? ''}</main>`;

describe('findings in the insurer’s report', () => {
  it('findings are hidden until staff release them', () => {
    expect(checkSection({ language: 'en', check: undefined } as unknown as PageView)).toBeUndefined();
  });

  it('the page shows every finding with its pages and our calculation, by kind, in both languages', () => {
    const findings = checkLowOffer();
    const english = sentencesOf(markupOf('en', findings));
    expect(english).toContain('What we found in your insurer’s report');
    expect(english).toContain('Shared by our team on November 16, 2026');
    expect(english.indexOf('Figures that do not match each other')).toBeLessThan(english.indexOf('Worth asking about'));
    expect(english).not.toContain('Facts that differ');
    for (const { sentence, arithmetic } of findings) {
      expect(english.join('. ')).toContain(sentence.en.replace(/\.$/, ''));
      if (arithmetic !== null) expect(english).toContain(`Our calculation: ${arithmetic}`);
    }
    expect(english.some((sentence) => /^Page 1 of the report$/.test(sentence))).toBe(true);
    expect(findEnglishLeft(english, markupOf('es', findings))).toEqual([]);
  });
});
