import { html, type Html } from '#lib/text/html';

export type Section = { readonly heading: string; readonly texts: readonly string[] };

/** A text in parts, each under its heading. */
export const sections = (parts: readonly Section[]): Html[] =>
  parts.map(
    ({ heading, texts }) =>
      html`<h2>${heading}</h2>
        ${texts.map((text) => html`<p>${text}</p>`)}`,
  );
