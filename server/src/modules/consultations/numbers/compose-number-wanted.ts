import type { Language } from '#lib/languages/language';
import { messagePurposes, messageTemplates, type NewMessage } from '#modules/customers';

type NumberWantedMail = {
  readonly subjectId: string;
  readonly version: string;
  readonly email: string;
  readonly url: string;
  readonly sandbox: boolean;
  readonly language: Language;
};

/** Asks the customer for another number. It has no link to the case: who reads it may not be the customer either. */
export const composeNumberWanted = (wanted: NumberWantedMail): NewMessage => ({
  purpose: messagePurposes.numberWanted,
  subjectId: wanted.subjectId,
  subjectVersion: wanted.version,
  sandbox: wanted.sandbox,
  content: {
    channel: 'email',
    to: wanted.email,
    mail: { ...messageTemplates.numberWanted[wanted.language].mail({ url: wanted.url }), language: wanted.language },
  },
});
