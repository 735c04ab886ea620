import { defineMessages } from '#lib/languages/messages';
import { html, type Html } from '#lib/text/html';
import { findingKinds, type ReportFinding } from '#modules/appraisals';
import type { PageView } from '../views/facts.ts';
import { dayOf } from './page-parts-page.ts';

/** The findings about the insurer's report, as staff released them. */
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

/** Wording for the released findings about the insurer's report. */
const checkWords = defineMessages(
  {
    heading: 'What we found in your insurer’s report',
    intro:
      'These points come from the report and from our own calculations. Your insurer may have an answer to each one. None of them means that your insurer has to pay a certain amount.',
    released: (day: string) => `Shared by our team on ${day}.`,
    kinds: {
      arithmetic: 'Figures that do not match each other',
      printed_fact: 'Facts that differ',
      worth_asking: 'Worth asking about',
    },
    page: (number: string) => `Page ${number} of the report.`,
    pages: (numbers: string) => `Pages ${numbers} of the report.`,
    calculation: (line: string) => `Our calculation: ${line}.`,
  },
  {
    heading: 'Lo que encontramos en el informe de su aseguradora',
    intro:
      'Esto es lo que indica el informe y lo que calculamos con sus cifras. Puede que su aseguradora tenga una respuesta para cada punto. Ninguno dice cuánto tiene que pagar su aseguradora.',
    released: (day) => `Publicado por nuestro equipo el ${day}.`,
    kinds: {
      arithmetic: 'Cifras que no coinciden entre sí',
      printed_fact: 'Datos que no coinciden',
      worth_asking: 'Vale la pena preguntar',
    },
    page: (number) => `Página ${number} del informe.`,
    pages: (numbers) => `Páginas ${numbers} del informe.`,
    calculation: (line) => `Nuestro cálculo: ${line}.`,
  },
);
