import { formatNumber } from '#lib/languages/formats';
import { type Html, html } from '#lib/text/html';
import { leadingBack } from '#lib/text/page-link';
import { showTerms, type AcceptedProduct, type CustomerCheckout } from '#modules/checkout';
import type { FiguredLine, FiguredSnapshot } from '#modules/vehicles';
import type { HtmlPage } from '#platform/http';
import type { PageView } from '../views/facts.ts';
import { moneyWords } from './money-messages.ts';
import { dayOf, moneyOf, typed } from './page-parts-page.ts';

/** The most rows that fit on a page of a few kilobytes. */
const shownMost = 20;
/** Fewer listings are individual cars, not a market. */
const fewest = 3;

/** The market read behind the consultation, with every comparable and the limits of the data. */
export function marketSection(view: PageView): Html | undefined {
  const { market } = view;
  if (market === undefined) return undefined;
  const words = moneyWords[view.language].market;
  const { figures, range, lines, subject } = market;
  const dollars = (amount: number) => moneyOf(view, amount * 100);
  const shown = lines.slice(0, shownMost);
  return html`<h2 id="market">${words.heading}</h2>
    <p>
      ${
        figures.market === undefined || figures.sampleSize < fewest
          ? words.few(figures.sampleSize)
          : words.range(figures.sampleSize, rangeOf(figures.market, dollars))
      }
      ${
        range === undefined || figures.slope === undefined || subject.odometer === undefined
          ? undefined
          : words.atMiles(formatNumber(subject.odometer, view.language), rangeOf(range, dollars))
      }
      ${
        figures.withheld.length === 0 || figures.sampleSize < fewest
          ? undefined
          : [
              ...(range === undefined ? [words.noValue] : []),
              ...figures.withheld.map((reason) => words.uncompared[reason]),
            ].join(' ')
      }
      ${words.taken(dayOf(view, market.takenAt))}
    </p>
    ${
      shown.length === 0
        ? undefined
        : html`<details>
            <summary>${words.listings}</summary>
            ${comparablesTable(view, shown, range === undefined)}
            ${lines.length > shownMost ? html`<p class="soft">${words.more(lines.length - shownMost)}</p>` : undefined}
          </details>`
    }
    <h3>${words.limits}</h3>
    <ul>
      ${limitsOf(view, market).map((limit) => html`<li>${limit}</li>`)}
    </ul>`;
}

type Range = NonNullable<FiguredSnapshot['figures']['market']>;

const rangeOf = ({ low, high, mid }: Range, show: (amount: number) => string) => ({
  low: show(low),
  high: show(high),
  mid: show(mid),
});

/** Without a value estimate, no price is shown as adjusted to the car's mileage. */
function comparablesTable(view: PageView, lines: readonly FiguredLine[], withheld: boolean): Html {
  const words = moneyWords[view.language].market;
  const count = (value: number | undefined, show: (text: string) => string = (text) => text) =>
    value === undefined ? words.unknown : show(formatNumber(Math.round(value), view.language));
  const isMoved = !withheld && lines.some(({ move }) => move !== undefined);
  const moved = (price: number, move: FiguredLine['move']): string =>
    move === undefined ? words.unknown : moneyOf(view, Math.round(price + move.by) * 100);
  const row = ({ comparable: { year, trim, price, miles, distanceMiles }, move }: FiguredLine): Html =>
    html`<tr>
      <td data-label="${words.car}">${year} ${trim === undefined ? words.noTrim : typed(trim)}</td>
      <td data-label="${words.price}">${moneyOf(view, price * 100)}</td>
      ${isMoved ? html`<td data-label="${words.adjusted}">${moved(price, move)}</td>` : undefined}
      <td data-label="${words.miles}">${count(miles)}</td>
      <td data-label="${words.away}">${count(distanceMiles, words.milesAway)}</td>
    </tr>`;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${words.car}</th>
        <th scope="col">${words.price}</th>
        ${isMoved ? html`<th scope="col">${words.adjusted}</th>` : undefined}
        <th scope="col">${words.miles}</th>
        <th scope="col">${words.away}</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(row)}
    </tbody>
  </table>`;
}

function limitsOf(
  { language }: PageView,
  { subject, sameTrim, radiusMiles, synthetic, search }: FiguredSnapshot,
): string[] {
  const words = moneyWords[language].market;
  return [
    ...(synthetic ? [words.synthetic] : []),
    words.asking,
    words.condition,
    ...(subject.odometer === undefined ? [words.noOdometer] : []),
    ...(sameTrim ? [] : [words.trims]),
    ...(search?.widenings.some((one) => one === 'newer years' || one === 'older years') === true ? [words.years] : []),
    ...(search?.widenings.includes('other fuels') === true ? [words.fuels] : []),
    ...(search?.widenings.includes('market of today') === true ? [words.today] : []),
    ...(search?.window.lossDay === undefined ? [] : [words.around(search.window.from, search.window.until)]),
    ...(radiusMiles === undefined ? [words.state] : []),
  ];
}

/** The remaining options side by side, each with its price and what it promises. */
export function optionsSection(view: PageView): Html | undefined {
  const { offered } = view.checkout;
  const { closedAt, settledAt } = view.standing;
  // Once the insurer has paid, options no longer help.
  if (offered.length === 0 || closedAt !== undefined || settledAt !== undefined) return undefined;
  const words = moneyWords[view.language].options;
  const { token } = view;
  const option = ({ product, amountCents, creditCents, url }: CustomerCheckout['offered'][number]): Html =>
    html`<section class="panel">
      <h3>${words.names[product]}: ${moneyOf(view, amountCents)}</h3>
      <p>${words.promises[product]}</p>
      <p>${words.pays[product]}</p>
      ${
        creditCents === 0
          ? undefined
          : html`<p>${words.credit(moneyOf(view, creditCents), moneyOf(view, amountCents - creditCents))}</p>`
      }
      <p><a class="button" href="${leadingBack(url, token)}">${words.choose[product]}</a></p>
    </section>`;
  return html`<h2 id="options">${words.heading}</h2>
    <p>${words.free}</p>
    <div class="columns">${offered.map(option)}</div>`;
}

/** The insurer's reports, the appraisal, the accepted terms, and the charges. */
export function papersSection(view: PageView): Html {
  const words = moneyWords[view.language].papers;
  const { appraisal, checkout, token, language } = view;
  const { names } = moneyWords[language].options;
  const papers = [
    ...(view.reports === 0 ? [] : [words.reports(view.reports)]),
    ...(appraisal === undefined
      ? []
      : [
          html`<a href="${appraisal.url}?lang=${language}"
            >${words.appraisal(appraisal.number, dayOf(view, appraisal.releasedAt))}</a
          >`,
        ]),
    ...checkout.accepted.flatMap((one) => [
      html`<a href="/case/${token}/terms/${one.product}/${one.termsVersion}?lang=${language}"
        >${words.terms(names[one.product], one.termsVersion, dayOf(view, one.acceptedAt))}</a
      >`,
      html`${moneyLine(view, one)}
        <a href="${leadingBack(one.url, token)}">${one.capturedCents > 0 ? words.receipt : words.details}</a>`,
    ]),
    ...checkout.noted.map(
      ({ product, amountCents, paidOn }) =>
        html`${words.noted(names[product], moneyOf(view, amountCents), dayOf({ ...view, zone: 'UTC' }, new Date(`${paidOn}T00:00:00Z`)))}`,
    ),
  ];
  return html`<h2 id="papers">${words.heading}</h2>
    ${
      papers.length === 0
        ? html`<p>${words.none}</p>`
        : html`<ul>
            ${papers.map((paper) => html`<li>${paper}</li>`)}
          </ul>`
    }`;
}

function moneyLine(view: PageView, accepted: AcceptedProduct): string {
  const words = moneyWords[view.language].papers;
  const { product, state, amountCents, capturedCents, refundedCents, endedAt } = accepted;
  const name = moneyWords[view.language].options.names[product];
  if (state === 'captured') {
    const charged = words.charged(name, moneyOf(view, capturedCents), dayOf(view, endedAt ?? view.now));
    return refundedCents === 0 ? charged : `${charged} ${words.refunded(moneyOf(view, refundedCents))}`;
  }
  if (state === 'held') return words.held(name, moneyOf(view, amountCents));
  if (state === 'saved') return words.saved(name, moneyOf(view, amountCents));
  if (state === 'charge_failed') return words.failed(name);
  if (state === 'released') return words.released(name);
  return state === 'withdrawn' ? words.withdrawn(name) : words.ended(name);
}

/** The terms in the version that the customer accepted; undefined for any other version. */
export function termsPage(view: PageView, wanted: { product: string; version: string }): HtmlPage | undefined {
  const found = view.checkout.accepted.find(
    ({ product, termsVersion }) => product === wanted.product && termsVersion === wanted.version,
  );
  if (found === undefined) return undefined;
  const words = moneyWords[view.language].papers;
  const title = words.termsTitle(moneyWords[view.language].options.names[found.product], found.termsVersion);
  return {
    status: 200,
    title,
    language: view.language,
    body: html`<h1>${title}</h1>
      <p>${words.acceptedOn(dayOf(view, found.acceptedAt))}</p>
      <div lang="${found.termsVersion.endsWith('-es') ? 'es' : 'en'}">
        ${showTerms({ ...found, version: found.termsVersion })}
      </div>
      <p><a href="/case/${view.token}?lang=${view.language}">${words.back}</a></p>`,
  };
}
