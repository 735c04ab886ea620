import type { Language } from '#lib/languages/language';
import { html } from '#lib/text/html';
import { type HtmlPage, withTestNotice } from '#platform/http';
import { linkWords } from './link-messages.ts';

/** The page for an expired link: no data, and one button. */
export function endedPage(language: Language, token: string): HtmlPage {
  const words = linkWords[language].ended;
  return {
    status: 410,
    title: words.title,
    language,
    body: html`<h1>${words.heading}</h1>
      <p>${words.why}</p>
      <form method="post" action="/case/${token}/link?lang=${language}" class="stack">
        <button name="renew" value="true">${words.send}</button>
      </form>
      <p class="soft">${words.where}</p>`,
  };
}

/** Identical for every result, so that it does not reveal whether a case exists. */
export function askedPage(language: Language): HtmlPage {
  const words = linkWords[language].asked;
  return {
    status: 200,
    title: words.title,
    language,
    body: html`<h1>${words.heading}</h1>
      <p>${words.answer}</p>
      <p>${words.bounds}</p>
      <p class="soft">${words.help}</p>`,
  };
}

/** The page for a test case, whose messages are shown in the sandbox and never sent. */
export function testAskedPage(language: Language): HtmlPage {
  const words = linkWords[language].testAsked;
  const body = html`<h1>${words.heading}</h1>
    <p>${words.answer}</p>
    <p>${words.bounds}</p>`;
  return withTestNotice({ status: 200, title: words.title, language, body }, language);
}

export function findingPage(language: Language): HtmlPage {
  const words = linkWords[language].find;
  return {
    status: 200,
    title: words.title,
    language,
    body: html`<h1>${words.heading}</h1>
      <p>${words.intro}</p>
      <form method="post" action="/case?lang=${language}" class="stack">
        <label
          >${words.number} <span class="soft">${words.numberHint}</span
          ><input name="number" required maxlength="20" autocomplete="off" autocapitalize="characters"
        /></label>
        <label>${words.contact}<input name="contact" required maxlength="254" autocomplete="email" /></label>
        <button>${words.send}</button>
      </form>`,
  };
}

export function unknownPage(language: Language): HtmlPage {
  const words = linkWords[language].unknown;
  return {
    status: 404,
    title: words.title,
    language,
    body: html`<h1>${words.heading}</h1>
      <p>${words.complete}</p>
      <p><a href="/case?lang=${language}">${words.find}</a></p>`,
  };
}
