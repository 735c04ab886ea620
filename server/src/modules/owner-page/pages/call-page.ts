import { formatNumber } from '#lib/languages/formats';
import { html, type Html } from '#lib/text/html';
import { choices } from '#modules/consultations';
import type { PageView } from '../views/facts.ts';
import type { TypedFacts, TypedField } from '../views/form-rules.ts';
import { callWords } from './call-messages.ts';
import { actionOf, hourOf, moneyOf, shortDayOf, timeOf, typed } from './page-parts-page.ts';

/** Lets the customer choose a call time, if the team will call at all. */
export function callSection(view: PageView): Html | undefined {
  if (!choices.isCalled(view.standing) || view.isSilent) return undefined;
  const words = callWords[view.language].call;
  const { callbackAt } = view.standing;
  const option = ({ from, to }: choices.CallSlot): Html =>
    html`<option
      value="${from.toISOString()}"
      ${from.getTime() === callbackAt?.getTime() ? html` selected` : undefined}
    >
      ${words.window(shortDayOf(view, from), hourOf(view, from), timeOf(view, to))}
    </option>`;
  return html`<h2 id="call">${words.heading}</h2>
    ${
      view.slots.length === 0
        ? html`<p>${words.none}</p>`
        : html`<form method="post" action="${actionOf(view, 'call')}" class="stack">
            <label
              >${words.choose}<select name="at">
                ${view.slots.map(option)}
              </select></label
            >
            <button>${words.button}</button>
          </form>`
    }
    ${
      callbackAt === undefined
        ? undefined
        : html`<form method="post" action="${actionOf(view, 'call')}">
            <button class="plain" name="at" value="any">${words.remove}</button>
          </form>`
    }`;
}

export type FactsProblem = { readonly typed: TypedFacts; readonly wrong: readonly TypedField[] };

type Shown<T> = {
  readonly known: { readonly value: T; readonly from: keyof (typeof callWords)['en']['facts']['from'] } | undefined;
  readonly said: { readonly value: T } | undefined;
  readonly show?: (value: T) => string;
};

/** The known facts with their sources, and a form to correct them while the case is open. */
export function factsSection(view: PageView, problem: FactsProblem | undefined): Html {
  const words = callWords[view.language].facts;
  const { facts, customer } = view.facts;
  const miles = (value: number) => words.miles(formatNumber(value, view.language));
  const money = (cents: number) => moneyOf(view, cents);
  const yours = view.standing.test ? words.testYours : words.yours;
  const line = <T extends string | number>(label: string, { known, said, show = String }: Shown<T>): Html =>
    html`<div>
      <dt>${label}</dt>
      <dd>
        ${known === undefined ? words.unknown : html`${typed(show(known.value))} <span class="soft">(${words.from[known.from]})</span>`}
        ${said === undefined || said.value === known?.value ? undefined : yours(show(said.value))}
      </dd>
    </div>`;
  return html`<h2 id="facts">${words.heading}</h2>
    <dl>
      ${line(words.vin, { known: facts.vin, said: customer.vin })}
      ${line(words.odometer, { known: facts.odometer, said: customer.odometer, show: miles })}
      ${line(words.offer, { known: facts.offer_cents, said: customer.offer_cents, show: money })}
      ${line(words.zip, { known: facts.zip, said: customer.zip })}
    </dl>
    ${view.standing.closedAt === undefined ? factsForm(view, problem) : undefined}`;
}

/** An empty field means no change, so submitting the untouched form changes nothing. */
function factsForm(view: PageView, problem: FactsProblem | undefined): Html {
  const words = callWords[view.language].facts;
  const field = (name: TypedField, attributes: Html, hint?: string): Html => {
    const wrong = problem?.wrong.includes(name) === true;
    return html`<label
      >${words[name]}${hint === undefined ? undefined : html` <span class="soft">${hint}</span>`}
      ${wrong ? html`<span class="problem" id="wrong-${name}">${words.wrong[name]}</span>` : undefined}
      <input
        id="field-${name}"
        name="${name}"
        value="${problem?.typed[name] ?? ''}"
        ${attributes}
        ${wrong ? html` aria-invalid="true" aria-describedby="wrong-${name}"` : undefined}
    /></label>`;
  };
  const numeric = html`inputmode="numeric" autocomplete="off" maxlength="20"`;
  return html`<details ${problem === undefined ? undefined : html`open`}>
    <summary>${words.change}</summary>
    <form method="post" action="${actionOf(view, 'facts')}" class="stack">
      ${field('vin', html`maxlength="30" autocomplete="off" autocapitalize="characters" spellcheck="false"`, words.vinHint)}
      ${field('odometer', numeric, words.odometerHint)} ${field('offer', numeric, words.offerHint)}
      ${field('zip', html`inputmode="numeric" autocomplete="postal-code" maxlength="10"`)}
      <button>${words.save}</button>
    </form>
  </details>`;
}

export type ReportProblem = keyof (typeof callWords)['en']['report']['wrong'];

/** A file, photos from the gallery, or the camera. The file field appears twice because a phone opens either the picker or the camera. */
export function reportSection(view: PageView, problem: ReportProblem | undefined): Html | undefined {
  const words = callWords[view.language].report;
  if (view.standing.closedAt !== undefined) return undefined;
  return html`<h2 id="report">${words.heading}</h2>
    <p>${words.explain} ${view.reports === 0 ? undefined : words.have(view.reports)}</p>
    ${problem === undefined ? undefined : html`<p class="problem" id="wrong-file">${words.wrong[problem]}</p>`}
    <form method="post" enctype="multipart/form-data" action="${actionOf(view, 'report')}" class="stack">
      <label
        >${words.file} <span class="soft">${words.bounds}</span>
        <input
          id="field-file"
          type="file"
          name="file"
          accept="application/pdf,image/jpeg"
          multiple
          ${problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="wrong-file"`}
      /></label>
      <label>${words.camera}<input type="file" name="file" accept="image/jpeg" capture="environment" /></label>
      <button>${words.send}</button>
    </form>`;
}
