import { mayOffer } from '#lib/jurisdictions/may-offer';
import { formatMoney } from '#lib/languages/formats';
import type { Language } from '#lib/languages/language';
import { html, type Html } from '#lib/text/html';
import { formatPhone } from '#lib/text/phone';
import { prices, ruleWords, showTerms, termsVersionIn } from '#modules/checkout';
import type { Config } from '#platform/config';
import type { HtmlPage } from '#platform/http';
import { contactWords } from './contact-messages.ts';
import { homeWords } from './home-messages.ts';
import { privacyWords } from './privacy-messages.ts';
import { termsWords } from './terms-messages.ts';

/** The pages depend on settings and on the day, because licenses end. */
export type SiteView = { readonly config: Config; readonly language: Language; readonly now: Date };

type SitePage = Pick<HtmlPage, 'title' | 'body'> & { readonly describedAs: string };

/** A price in whole dollars. */
const price = (cents: number, language: Language): string => formatMoney(cents, language).replace(/[.,]00$/, '');

/** Whether we negotiate in any state. */
const represents = ({ config, now }: SiteView): boolean =>
  [...config.servedStates, undefined].some((state) => mayOffer(config, 'representation', { state, now }));

export function homePage(view: SiteView): SitePage {
  const words = homeWords[view.language];
  const { team, servedStates } = view.config;
  return {
    title: words.title,
    describedAs: words.describedAs,
    body: html`<h1>${words.heading}</h1>
      <p>${words.lead}</p>
      <p class="ways">
        <a class="button primary" href="tel:${team.phone}">${words.callUs(formatPhone(team.phone))}</a>
        <a class="button" href="/case?lang=${view.language}">${words.findPage}</a>
      </p>
      <h2>${words.stepsHeading}</h2>
      <ol class="howto">
        ${words.steps(represents(view)).map((step) => html`<li>${step}</li>`)}
      </ol>
      <h2>${words.pricesHeading}</h2>
      ${priceList(view)}
      <p class="soft">${words.pricesNote}</p>
      <h2>${words.teamHeading}</h2>
      <p>${words.teamWords(team.name)} ${words.callerWords(formatPhone(team.callerId))}</p>
      <p>${words.servedWords({ everywhere: servedStates.size >= statesInAll })}</p>
      <h2>${words.doorsHeading}</h2>
      <ul class="leads">
        ${words.doors.map(({ href, name, about }) => html`<li><a href="${href}">${name}</a><span>${about}</span></li>`)}
      </ul>`,
  };
}

/** The fifty states and DC. */
const statesInAll = 51;

function priceList(view: SiteView): Html {
  const { language } = view;
  const words = homeWords[language];
  const offers = [
    { name: words.consultation, cost: words.consultationPrice, about: words.consultationWords },
    {
      name: words.research,
      cost: price(prices.researchCents, language),
      about: `${words.researchWords} ${ruleWords[language].research}`,
    },
    ...(represents(view)
      ? [
          {
            name: words.representation,
            cost: price(prices.representationCents, language),
            about: words.representationWords(ruleWords[language].representation),
          },
        ]
      : []),
  ];
  return html`<div class="offers">
    ${offers.map(
      ({ name, cost, about }) =>
        html`<div class="panel">
          <h3>${name}</h3>
          <p class="figure">${cost}</p>
          <p>${about}</p>
        </div>`,
    )}
  </div>`;
}

export function contactPage({ config: { team, publicBaseUrl }, language }: SiteView): SitePage {
  const words = contactWords[language];
  const caller = formatPhone(team.callerId);
  const facts = [
    [words.phone, html`<a href="tel:${team.phone}">${formatPhone(team.phone)}</a>`],
    [words.email, html`<a href="mailto:${team.email}">${team.email}</a>`],
    [words.post, html`${team.name}, ${team.address}`],
    [words.caller, html`${caller}`],
  ] as const;
  return {
    title: words.title,
    describedAs: words.describedAs,
    body: html`<h1>${words.heading}</h1>
      <dl>
        ${facts.map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      <h2>${words.lostHeading}</h2>
      <p>${words.lostWords} <a href="/case?lang=${language}">${words.lostLink}</a></p>
      ${sections([
        { heading: words.realHeading, texts: words.realWords(publicBaseUrl, caller) },
        { heading: words.stopHeading, texts: [words.stopWords] },
      ])}
      <h2>${words.dataHeading}</h2>
      <p>${words.dataWords} <a href="/privacy?lang=${language}">${words.dataLink}</a></p>
      ${sections([{ heading: words.safetyHeading, texts: [words.safetyWords] }])}`,
  };
}

export function privacyPage({ config: { team }, language }: SiteView): SitePage {
  const words = privacyWords[language];
  return {
    title: words.title,
    describedAs: words.describedAs,
    body: html`<h1>${words.heading}</h1>
      <p>${words.lead}</p>
      ${sections(words.sections)} ${sections([words.ask])}
      <p>${words.reach(formatPhone(team.phone), team.email)}</p>
      ${sections([words.version])}`,
  };
}

export function termsPage(view: SiteView): SitePage {
  const { config, language } = view;
  const words = termsWords[language];
  const version = termsVersionIn(language);
  const offered = represents(view);
  const { testCards: testCard } = config;
  return {
    title: words.title,
    describedAs: words.describedAs,
    body: html`<h1>${words.heading}</h1>
      ${sections(
        words.sections({
          name: config.team.name,
          research: price(prices.researchCents, language),
          representation: offered ? price(prices.representationCents, language) : undefined,
        }),
      )}
      <h2>${words.research(version)}</h2>
      ${showTerms({ product: 'research', version, testCard })}
      ${
        offered
          ? html`<h2>${words.representation(version)}</h2>
              ${showTerms({ product: 'representation', version, testCard })}`
          : ''
      }`,
  };
}

type Section = { readonly heading: string; readonly texts: readonly string[] };

/** A text in parts, each with its heading. */
const sections = (parts: readonly Section[]): Html[] =>
  parts.map(
    ({ heading, texts }) =>
      html`<h2>${heading}</h2>
        ${texts.map((text) => html`<p>${text}</p>`)}`,
  );
