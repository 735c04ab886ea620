import { html } from '#lib/text/html';
import { htmlHeaders, renderHtml } from '../html-page.ts';
import { requestLanguage } from '../request-language.ts';
import { errorLeads } from './error-leads.ts';
import { htmlErrorWords } from './html-error-messages.ts';
import type { ErrorRenderer } from './render.ts';

type Kind = keyof (typeof htmlErrorWords)['en']['kinds'];

const kinds: Readonly<Record<number, Kind>> = {
  400: 'refused',
  403: 'refused',
  404: 'missing',
  405: 'refused',
  413: 'large',
  415: 'refused',
  429: 'often',
};

/** Errors of pages: what happened in a sentence, without internals, and a link to continue. */
export const htmlErrors: ErrorRenderer = {
  surface: 'pages',
  render({ status, message }, request) {
    const language = requestLanguage(request);
    const { title, about } = htmlErrorWords[language].kinds[kinds[status] ?? 'broken'];
    return {
      status,
      headers: htmlHeaders,
      body: renderHtml(
        {
          status,
          title,
          language,
          body: html`<h1>${title}</h1>
            <p>${about(message)}</p>
            ${errorLeads(status, language)}`,
        },
        request.server.team,
      ),
    };
  },
};
