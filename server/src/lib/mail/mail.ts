import type { Language } from '#lib/languages/language';

/** A standalone link; `language` is that of its words, where it is not the email's. */
export type MailLink = { readonly words: string; readonly url: string; readonly language?: string };

/** The content of an email without formatting; `renderMail` makes HTML and text of it. Everything here is text, never markup. */
export type MailWords = {
  /** Also the heading of the HTML. */
  readonly subject: string;
  readonly greeting?: string | undefined;
  /** Mailboxes show the first paragraph next to the subject. Line breaks are kept. */
  readonly paragraphs: readonly [string, ...string[]];
  /** Amounts and days, as a table. */
  readonly facts?: readonly { readonly name: string; readonly value: string }[] | undefined;
  /** The main action. */
  readonly button?: MailLink | undefined;
  /** Paragraphs after the button. */
  readonly after?: readonly string[] | undefined;
  readonly links?: readonly MailLink[] | undefined;
  /** Why the reader gets this. */
  readonly why: string;
};

export type Mail = MailWords & { readonly language: Language };
