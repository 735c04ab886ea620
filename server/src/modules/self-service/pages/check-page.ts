import { html, type Html } from '#lib/text/html';
import { findingKinds, type ReportFinding } from '#modules/report-checks';
import type { PageView } from '../views/facts.ts';
import { checkWords } from './check-words.ts';
import { dayOf } from './page-parts-page.ts';

/** What was found about the insurer's report, once staff released it and as they did. */
export function checkSection(view: PageView): Html | undefined {
  const { check, language } = view;
  if (check === undefined) return undefined;
  const words = checkWords[language];
  return html`<h2 id="check">${words.heading}</h2>
    <p>${words.intro} ${words.released(dayOf(view, check.at))}</p>
    ${findingKinds.flatMap((kind) => {
      const found = check.findings.filter((finding) => finding.kind === kind);
      if (found.length === 0) return [];
      return [
        html`<h3>${words.kinds[kind]}</h3>
          <ul>
            ${found.map((finding) => findingItem(view, finding))}
          </ul>`,
      ];
    })}`;
}

function findingItem({ language }: PageView, { sentence, marks, arithmetic }: ReportFinding): Html {
  const words = checkWords[language];
  const pages = [...new Set(marks.map(({ page }) => page))].toSorted((a, b) => a - b);
  return html`<li>
    <p>${sentence[language]}</p>
    <p class="soft">
      ${pages.length === 1 ? words.page(pages.join('')) : words.pages(pages.join(', '))}
      ${arithmetic === null ? undefined : words.calculation(arithmetic)}
    </p>
  </li>`;
}
