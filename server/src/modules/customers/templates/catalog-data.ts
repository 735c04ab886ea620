import { confirmed, missedCall, numberWanted } from './call-messages.ts';
import { chargeFailed, receipt, refunded } from './charge-messages.ts';
import { pageLink, settled } from './consultation-messages.ts';
import { inSpanish, invitation, welcome } from './first-contact-messages.ts';
import { holdEnded, holdLapsed, holdPlaced, released } from './hold-messages.ts';
import { appraisal, options, optionsAgain } from './offer-messages.ts';
import { defineMessages } from '#lib/languages/messages';

/** The team's address, besides replying to the text. */
type Help = { readonly contact: string };

/** Texts that answer a customer's text, sent unchanged after the sender's name. */
const answers = defineMessages(
  {
    stopConfirmed:
      'You are unsubscribed. You will get no more messages or calls from us. Reply START if you did not mean that.',
    help: ({ contact }: Help) =>
      `we look, free of charge, at what insurers offer for totaled cars. Answer this text or reach us at ${contact}; a person reads it. Msg&data rates may apply. Reply STOP to opt out.`,
    answer: (words: string) => `${words} Reply STOP to opt out.`,
  },
  {
    stopConfirmed: 'usted ya no recibe mensajes ni llamadas de nosotros. Si no es lo que quiere, responda START.',
    help: ({ contact }: Help) =>
      `revisamos gratis lo que ofrecen las aseguradoras por autos en pérdida total. Responda o contacte a ${contact}; lo lee una persona. Pueden aplicar tarifas de mensajes y datos. Responda STOP para cancelar.`,
    answer: (words: string) => `${words} Responda STOP para cancelar.`,
  },
);

/** All messages to customers, in each language, with the values that they take. */
export const messageTemplates = {
  welcome,
  invitation,
  inSpanish,
  confirmed,
  numberWanted,
  missedCall,
  options,
  optionsAgain,
  appraisal,
  holdPlaced,
  released,
  holdEnded,
  holdLapsed,
  chargeFailed,
  receipt,
  refunded,
  settled,
  pageLink,
  answers,
} as const;
