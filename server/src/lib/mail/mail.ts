import type { Language } from '#lib/languages/language';

/** A link that stands for itself; `language` is that of its words, where it is not the mail's. */
export type MailLink = { readonly words: string; readonly url: string; readonly language?: string };

/** What a mail says, without any form; `renderMail` makes HTML and text of it. Everything here is text, never markup. */
export type MailWords = {
  /** Also the heading of the HTML. */
  readonly subject: string;
  readonly greeting?: string | undefined;
  /** The first of them is what a mailbox shows beside the subject. Line breaks stay. */
  readonly paragraphs: readonly [string, ...string[]];
  /** Amounts and days, as a table. */
  readonly facts?: readonly { readonly name: string; readonly value: string }[] | undefined;
  /** The one thing to do. */
  readonly button?: MailLink | undefined;
  /** What stands after the button. */
  readonly after?: readonly string[] | undefined;
  readonly links?: readonly MailLink[] | undefined;
  /** Why the reader gets this. */
  readonly why: string;
};

export type Mail = MailWords & { readonly language: Language };
