import { html, type Html } from '#lib/text/html';
import { centsToPrint } from '#lib/numbers/money';
import type { HtmlPage } from '#platform/http';
import type { FigureCheck } from '../rules.ts';
import type { AppraisalInputs } from '../schemas.ts';
import { describeAppraisal, type AppraisalDocument, type Table } from './document-rules.ts';
import type { AppraisalPageView } from './view-appraisal.ts';

/** The page of the owner. */
export function appraisalPage(view: AppraisalPageView): HtmlPage {
  if (view.kind === 'unknown' || view.kind === 'unreadable') return endings[view.kind];
  if (view.kind === 'withdrawn') return withdrawnPage;
  const { inputs, newestUrl, url, check, sha256 } = view;
  const newer =
    newestUrl === undefined
      ? undefined
      : html`<p class="problem" role="note">
          <strong>There is a newer version.</strong> This is version ${inputs.version ?? 0}, which no longer counts.
          <a href="${newestUrl}">Open the newest version</a>.
        </p>`;
  const paper =
    newestUrl === undefined
      ? html`<p><a class="button" href="${url}/appraisal.pdf">Download as PDF</a></p>`
      : undefined;
  return documentPage(inputs, { before: html`${newer}${paper}`, after: checkWords(check, sha256) });
}

/** The same page before anything is released, for staff. */
export const draftPage = (inputs: AppraisalInputs): HtmlPage =>
  documentPage(inputs, {
    before: html`<p class="problem" role="note">
      <strong>Draft.</strong> Nobody but the team sees it. This is how the owner’s page will look.
    </p>`,
    after: undefined,
  });

type Around = { readonly before: Html | undefined; readonly after: Html | undefined };

function documentPage(inputs: AppraisalInputs, { before, after }: Around): HtmlPage {
  const shown = describeAppraisal(inputs);
  return {
    status: 200,
    title: `${shown.title}: ${shown.vehicle}`,
    body: html`<h1>${shown.title}: ${shown.vehicle}</h1>
      ${before}
      <h2>Value</h2>
      <p><strong class="figure">${shown.value}</strong></p>
      <p>${shown.valueWords}</p>
      ${offerPart(shown)}
      <h2>The vehicle</h2>
      ${factList(shown.facts)}
      ${
        shown.remarks.length === 0
          ? undefined
          : html`<h2>Remarks</h2>
              ${shown.remarks.map(paragraph)}`
      }
      <h2>How the figure was made</h2>
      ${shown.formula.map(paragraph)} ${after} ${tablePart(shown.comparables)}
      ${shown.leftOut === undefined ? undefined : tablePart(shown.leftOut)}
      <h2>What limits it</h2>
      <ul>
        ${shown.limits.map((limit) => html`<li>${limit}</li>`)}
      </ul>
      <h2>What this is, and is not</h2>
      ${shown.nature.map(paragraph)}
      <h2>Signature</h2>
      ${factList(shown.signature)}`,
  };
}

const paragraph = (words: string): Html => html`<p>${words}</p>`;

const offerPart = ({ offer, offerWords }: AppraisalDocument): Html =>
  html`<h2>Beside the insurer’s offer</h2>
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

/** On a telephone the head of a table is hidden, so every cell says what it is. */
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

const dollars = (cents: number): string => `$${centsToPrint(cents).replace(/\.00$/, '')}`;

/** What computing it again gave, just now. */
function checkWords(check: FigureCheck, sha256: string): Html {
  const print = html`<p class="soft">Fingerprint of everything on this page (SHA-256): <code>${sha256}</code></p>`;
  switch (check.kind) {
    case 'matches':
      return html`<p id="check">
          <strong>Computed again just now, from the stored listings: ${dollars(check.valueCents)}. It matches.</strong>
        </p>
        ${print}`;
    case 'differs':
      return html`<p id="check" class="problem" role="alert">
          <strong
            >Computed again just now, from the stored listings, the figure is
            ${check.valueCents === undefined ? 'not the same' : dollars(check.valueCents)}. It does not match.</strong
          >
          Please tell us before you use this document.
        </p>
        ${print}`;
    case 'not intact':
      return html`<p id="check" class="problem" role="alert">
        <strong>This document is not as it was released.</strong> Please tell us before you use it.
      </p>`;
    case 'no snapshot':
      return html`<p id="check" class="problem" role="alert">
          <strong>The listings behind the figure are no longer stored, so it cannot be computed again.</strong>
        </p>
        ${print}`;
  }
}

const withdrawnPage: HtmlPage = {
  status: 410,
  title: 'This version was withdrawn',
  body: html`<h1>This version was withdrawn.</h1>
    <p>We have taken it back. Please do not use it.</p>
    <p class="soft">Another version, if there is one, has an address of its own.</p>`,
};

const endings: Record<'unknown' | 'unreadable', HtmlPage> = {
  unknown: {
    status: 404,
    title: 'We do not recognize this link',
    body: html`<h1>We do not recognize this link.</h1>
      <p>Please open the complete link from the message again.</p>`,
  },
  unreadable: {
    status: 500,
    title: 'This document cannot be shown',
    body: html`<h1>This document cannot be shown.</h1>
      <p>What we stored of it is not as it was released. Please tell the person who works on your case.</p>`,
  },
};
