import type { Language } from '#lib/languages/language';
import { html } from '#lib/text/html';
import { htmlHeaders, renderHtml } from '../html-page.ts';
import { requestLanguage } from '../request-language.ts';
import { errorLeads } from './error-leads.ts';
import { errorWords } from './error-words.ts';
import type { ErrorRenderer } from './render.ts';

type Words = (typeof errorWords)[Language];

const titleOf = (status: number, words: Words): string => {
  if (status === 404) return words.missing;
  if (status === 413) return words.tooMuch;
  if (status === 429) return words.wait;
  return status < 500 ? words.failed : words.ours;
};

const isKnown = (code: string, reasons: Words['reasons']): code is keyof Words['reasons'] => code in reasons;

/** Errors of customers' pages, in their language: what happened in a sentence, by the code and without internals. */
export const customerErrors: ErrorRenderer = {
  surface: 'pages',
  render({ status, code }, request) {
    const language = requestLanguage(request);
    const words = errorWords[language];
    const title = titleOf(status, words);
    return {
      status,
      headers: htmlHeaders,
      body: renderHtml(
        {
          status,
          title,
          language,
          body: html`<h1>${title}</h1>
            <p>${isKnown(code, words.reasons) ? words.reasons[code] : words.retry}</p>
            ${errorLeads(status, language)}`,
        },
        request.server.team,
      ),
    };
  },
};
