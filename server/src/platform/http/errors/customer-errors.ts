import type { Language } from '#lib/languages/language';
import { html } from '#lib/text/html';
import { htmlHeaders, renderHtml } from '../html-page.ts';
import { requestLanguage } from '../request-language.ts';
import { errorLeads } from './error-leads.ts';
import type { ErrorRenderer } from './render.ts';
import { defineMessages } from '#lib/languages/messages';

/** Error pages by status: what happened, and what to do. */
const errorWords = defineMessages(
  {
    failed: 'That did not work',
    missing: 'This page does not exist',
    tooMuch: 'That was too much',
    wait: 'Please wait a moment',
    ours: 'Something went wrong on our side',
    retry: 'Please try again in a moment.',
    reasons: {
      forbidden: 'Please open the link from your message and answer there.',
      not_found: 'There is nothing at this address.',
      payload_too_large: 'What you sent is too large.',
      rate_limited: 'Too many requests came from here. Please try again later.',
      unsupported_media_type: 'We could not read what was sent.',
      malformed_body: 'We could not read what was sent.',
      validation_failed: 'Something in what was sent is missing or not as the page asks for it.',
    },
  },
  {
    failed: 'Eso no funcionó',
    missing: 'Esta página no existe',
    tooMuch: 'Eso es demasiado grande',
    wait: 'Por favor, espere un momento',
    ours: 'Algo salió mal de nuestro lado',
    retry: 'Por favor, inténtelo otra vez en un momento.',
    reasons: {
      forbidden: 'Por favor, abra el enlace de su mensaje y responda ahí.',
      not_found: 'No hay nada en esta dirección.',
      payload_too_large: 'Lo que envió es demasiado grande.',
      rate_limited: 'Llegaron demasiadas solicitudes desde aquí. Por favor, inténtelo más tarde.',
      unsupported_media_type: 'No pudimos leer lo que se envió.',
      malformed_body: 'No pudimos leer lo que se envió.',
      validation_failed: 'Falta algo en lo que se envió, o no es como lo pide la página.',
    },
  },
);

type Words = (typeof errorWords)[Language];

const titleOf = (status: number, words: Words): string => {
  if (status === 404) return words.missing;
  if (status === 413) return words.tooMuch;
  if (status === 429) return words.wait;
  return status < 500 ? words.failed : words.ours;
};

const isKnown = (code: string, reasons: Words['reasons']): code is keyof Words['reasons'] => code in reasons;

/** Errors on customers' pages, in their language: what happened in one sentence, by the code and without internals. */
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
