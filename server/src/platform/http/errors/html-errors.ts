import { html } from '#lib/text/html';
import { htmlHeaders, renderHtml } from '../html-page.ts';
import type { ErrorRenderer } from './render.ts';

const titles: Record<number, string> = {
  400: 'That did not work',
  403: 'That did not work',
  404: 'This page does not exist',
  405: 'That did not work',
  413: 'That was too much',
  415: 'That did not work',
  429: 'Please wait a moment',
};

/** Errors of pages, for people: what happened in a sentence, without internals. */
export const htmlErrors: ErrorRenderer = {
  surface: 'pages',
  render({ status, message }) {
    const title = titles[status] ?? 'Something went wrong on our side';
    return {
      status,
      headers: htmlHeaders,
      body: renderHtml({
        status,
        title,
        body: html`<h1>${title}</h1>
          <p>${message}</p>`,
      }),
    };
  },
};
