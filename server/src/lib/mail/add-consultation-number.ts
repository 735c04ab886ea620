import type { Language } from '#lib/languages/language';
import { html } from '#lib/text/html';
import { mailFrameWords } from './mail-messages.ts';
import { numberSlot, softStyle } from './render-mail.ts';

type Numbered = { readonly number: string; readonly language: Language };

/** Adds the case number to the footer of a rendered email. */
export function addConsultationNumber<T extends { readonly text: string; readonly html: string }>(
  mail: T,
  { number, language }: Numbered,
): T {
  const words = mailFrameWords[language].caseNumber(number);
  const line = html`<p class="soft" style="${softStyle}">${words}</p>`;
  return {
    ...mail,
    text: `${mail.text}\n${words}\n`,
    html: mail.html.replace(numberSlot.markup, () => line.markup),
  };
}
