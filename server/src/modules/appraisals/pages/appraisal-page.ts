import { html, type Html } from '#lib/text/html';
import type { Language } from '#lib/languages/language';
import { type HtmlPage, yourPageLine } from '#platform/http';
import type { FigureCheck } from '../rules.ts';
import type { AppraisalInputs } from '../schemas.ts';
import { appraisalWords } from './appraisal-messages.ts';
import { describeAppraisal, type AppraisalDocument, type Table, wholeDollars } from './rules.ts';
import type { AppraisalPageView } from './appraisal-copies.ts';

type Shown = {
  readonly language: Language;
  /** The customer's own page, when they came from it; the address itself is also for insurers. */
  readonly pageUrl?: string | undefined;
  readonly query?: string | undefined;
};

/** The page of the owner. */
export function appraisalPage(view: AppraisalPageView, { language, pageUrl, query }: Shown): HtmlPage {
  const page = pageOf(view, language);
  return {
    ...page,
    language,
    ...(query === undefined ? {} : { query }),
    body: html`${page.body} ${yourPageLine(pageUrl, language)}`,
  };
}

function pageOf(view: AppraisalPageView, language: Language): HtmlPage {
  if (view.kind !== 'shown') return endedPage(view.kind, language);
  const { inputs, newestUrl, url, check, sha256 } = view;
  const words = appraisalWords[language];
  const newer =
    newestUrl === undefined
      ? undefined
      : html`<p class="problem" role="note">
          <strong>${words.newer}</strong> ${words.older(String(inputs.version ?? 0))}
          <a href="${newestUrl}">${words.openNewest}</a>
        </p>`;
  const paper =
    newestUrl === undefined
      ? html`<p><a class="button" href="${url}/appraisal.pdf">${words.download}</a></p>
          <p><a href="${url}/appraisal.pdf?lang=es">${words.downloadOther}</a></p>`
      : undefined;
  return documentPage(inputs, {
    language,
    before: html`${newer}${paper}`,
    after: checkWords(check, sha256, language),
  });
}

/** The same page before anything is released, for staff. */
export function draftPage(inputs: AppraisalInputs): HtmlPage {
  const words = appraisalWords.en;
  return documentPage(inputs, {
    language: 'en',
    before: html`<p class="problem" role="note"><strong>${words.draft}</strong> ${words.draftFor}</p>`,
    after: undefined,
  });
}

type Around = { readonly language: Language; readonly before: Html | undefined; readonly after: Html | undefined };

function documentPage(inputs: AppraisalInputs, { language, before, after }: Around): HtmlPage {
  const shown = describeAppraisal(inputs, language);
  const { heads } = shown;
  return {
    status: 200,
    title: `${shown.title}: ${shown.vehicle}`,
    body: html`<h1>${shown.title}: ${shown.vehicle}</h1>
      ${before}
      <p class="soft">${heads.governs}</p>
      <h2>${heads.value}</h2>
      <p><strong class="figure">${shown.value}</strong></p>
      <p>${shown.valueWords}</p>
      ${offerPart(shown)}
      <h2>${heads.vehicle}</h2>
      ${factList(shown.facts)}
      ${
        shown.remarks.length === 0
          ? undefined
          : html`<h2>${heads.remarks}</h2>
              ${shown.remarks.map(paragraph)}`
      }
      <h2>${heads.made}</h2>
      ${shown.formula.map(paragraph)} ${after} ${tablePart(shown.comparables)}
      ${shown.leftOut === undefined ? undefined : tablePart(shown.leftOut)}
      <h2>${heads.limits}</h2>
      <ul>
        ${shown.limits.map((limit) => html`<li>${limit}</li>`)}
      </ul>
      <h2>${heads.nature}</h2>
      ${shown.nature.map(paragraph)}
      <h2>${heads.signature}</h2>
      ${factList(shown.signature)}
      ${
        shown.annex.length === 0
          ? undefined
          : html`<h2>${heads.annex}</h2>
              <p>${heads.annexWords}</p>
              <ul>
                ${shown.annex.map((finding) => html`<li>${finding}</li>`)}
              </ul>`
      }`,
  };
}

const paragraph = (words: string): Html => html`<p>${words}</p>`;

const offerPart = ({ offer, offerWords, heads }: AppraisalDocument): Html =>
  html`<h2>${heads.besideOffer}</h2>
    ${offer.length === 0 ? undefined : factList(offer)}
    <p class="soft">${offerWords ?? ''}</p>`;

const factList = (facts: readonly (readonly [string, string])[]): Html =>
  html`<dl>
    ${facts.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;

/** On a phone the table head is hidden, so every cell has its own label. */
const tablePart = ({ caption, heads, rows }: Table): Html =>
  html`<h2>${caption}</h2>
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) => html`<td data-label="${heads[index] ?? ''}">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;

/** The result of recomputing it just now. */
function checkWords(check: FigureCheck, sha256: string, language: Language): Html {
  const words = appraisalWords[language];
  const print = html`<p class="soft">${words.fingerprint} <code>${sha256}</code></p>`;
  switch (check.kind) {
    case 'matches':
      return html`<p id="check"><strong>${words.matches(wholeDollars(check.valueCents, language))}</strong></p>
        ${print}`;
    case 'differs': {
      const { valueCents } = check;
      const differs =
        valueCents === undefined ? words.differsUnknown : words.differs(wholeDollars(valueCents, language));
      return html`<p id="check" class="problem" role="alert"><strong>${differs}</strong> ${words.tellUs}</p>
        ${print}`;
    }
    case 'not intact':
      return html`<p id="check" class="problem" role="alert">
        <strong>${words.changed}</strong> ${words.tellUsFirst}
      </p>`;
    case 'no snapshot':
      return html`<p id="check" class="problem" role="alert"><strong>${words.noListings}</strong></p>
        ${print}`;
  }
}

function endedPage(kind: 'unknown' | 'unreadable' | 'withdrawn', language: Language): HtmlPage {
  const words = appraisalWords[language];
  const page = (status: number, title: string, sentence: string): HtmlPage => ({
    status,
    title,
    body: html`<h1>${title}.</h1>
      <p>${sentence}</p>`,
  });
  if (kind === 'unknown') return page(404, words.unknown, words.openAgain);
  if (kind === 'unreadable') return page(500, words.unreadable, words.notAsReleased);
  const withdrawn = page(410, words.withdrawn, words.takenBack);
  return {
    ...withdrawn,
    body: html`${withdrawn.body}
      <p class="soft">${words.another}</p>`,
  };
}
