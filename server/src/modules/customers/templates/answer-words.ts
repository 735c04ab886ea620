import { defineWords } from '#lib/languages/words';

type Help = {
  /** Besides answering the text; undefined when nothing is set. */
  readonly contact: string | undefined;
};

/** Texts that answer what somebody has just written, whole as they stand after the sender's name. */
export const answers = defineWords(
  {
    stopConfirmed:
      'You are unsubscribed. You will get no more messages or calls from us. Reply START if you did not mean that.',
    help: ({ contact }: Help) =>
      `we look, free of charge, at what insurers offer for totaled cars. ${
        contact === undefined ? 'Answer this text' : `Answer this text or reach us at ${contact}`
      }; a person reads it. Msg&data rates may apply. Reply STOP to opt out.`,
    answer: (words: string) => `${words} Reply STOP to opt out.`,
  },
  {
    stopConfirmed: 'usted ya no recibe mensajes ni llamadas de nosotros. Si no es lo que quiere, responda START.',
    help: ({ contact }: Help) =>
      `revisamos gratis lo que ofrecen las aseguradoras por autos en pérdida total. ${
        contact === undefined ? 'Responda a este mensaje' : `Responda o contacte a ${contact}`
      }; lo lee una persona. Pueden aplicar tarifas de mensajes y datos. Responda STOP para cancelar.`,
    answer: (words: string) => `${words} Responda STOP para cancelar.`,
  },
);
