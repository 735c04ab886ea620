import { defineMessages } from '#lib/languages/messages';

/** The header and footer of all emails. */
export const mailFrameWords = defineMessages(
  {
    page: 'Your page: where your case is, and what comes next',
    reach: (phone: string, email: string) => `Questions? Call ${phone} or write to ${email}.`,
    caseNumber: (number: string) => `Your case number: ${number}`,
    stop: 'No more messages or calls from us',
  },
  {
    page: 'Su página: cómo va su caso y qué sigue',
    reach: (phone: string, email: string) => `¿Preguntas? Llame al ${phone} o escriba a ${email}.`,
    caseNumber: (number: string) => `Su número de caso: ${number}`,
    stop: 'No más mensajes ni llamadas de nosotros',
  },
);
