import { defineMessages } from '#lib/languages/messages';
import type { MailWords } from '#lib/mail/mail';
import { shared } from './consultation-messages.ts';
import type { MessageWords } from './text-rules.ts';

type Confirmed = {
  readonly url: string;
  /** The number that calls, as people read it. */
  readonly callerId: string;
};

/** After the customer's yes, where there is a number to call. */
export const confirmed = defineMessages(
  {
    words: ({ url, callerId }: Confirmed): MessageWords => ({
      mail: {
        subject: 'Thank you, you are confirmed',
        greeting: 'Hi,',
        paragraphs: [
          `A person from our team will call you from ${callerId}. We never place automated calls.`,
          'We don’t know the exact time yet. You can choose one on your page. We call only during the hours that your state allows.',
        ],
        facts: [{ name: 'We call from', value: callerId }],
        button: { words: 'Open your page', url },
        after: ['Have your insurer’s offer and valuation report ready if you have them.'],
        why: shared.en.why,
      },
      text: [`Thank you. A person will call you from ${callerId}. Your page: ${url}`],
    }),
  },
  {
    words: ({ url, callerId }: Confirmed): MessageWords => ({
      mail: {
        subject: 'Gracias, su solicitud está confirmada',
        greeting: 'Hola:',
        paragraphs: [
          `Una persona de nuestro equipo le llamará desde el ${callerId}. Nunca hacemos llamadas automáticas.`,
          'Todavía no podemos decirle la hora. Puede elegir una en su página. Llamamos solo en el horario en que su estado permite llamadas.',
        ],
        facts: [{ name: 'Llamamos desde', value: callerId }],
        button: { words: 'Abrir mi página', url },
        after: ['Tenga a mano la oferta y el informe de valuación de su aseguradora, si los tiene.'],
        why: shared.es.why,
      },
      text: [`Gracias. Una persona le va a llamar desde el ${callerId}. Su caso: ${url}`],
    }),
  },
);

type NumberWanted = { readonly url: string };

/** Sent after a number turned out to be wrong. It contains no names, because its reader may not be the customer either. */
export const numberWanted = defineMessages(
  {
    mail: ({ url }: NumberWanted): MailWords => ({
      subject: 'Which number may we call you at?',
      greeting: 'Hi,',
      paragraphs: [
        'We called the number that we were given for you, but it belongs to someone else. We won’t call it again.',
        'If you still want the free look at your total-loss claim, tell us the number to call you at.',
      ],
      button: { words: 'Give us your number', url },
      after: [
        'A person from our team will then call you. We never place automated calls.',
        'If you don’t want it, ignore this message.',
      ],
      why: 'You get this because your address was given to us with a total-loss claim.',
    }),
  },
  {
    mail: ({ url }: NumberWanted): MailWords => ({
      subject: '¿A qué número podemos llamarle?',
      greeting: 'Hola:',
      paragraphs: [
        'Llamamos al número que nos dieron para usted, y es de otra persona. No volveremos a llamar a ese número.',
        'Si todavía quiere la revisión gratis de su reclamo por pérdida total, díganos a qué número llamarle.',
      ],
      button: { words: 'Dar mi número', url },
      after: [
        'Después le llama una persona de nuestro equipo. Nunca hacemos llamadas automáticas.',
        'Si no la quiere, ignore este mensaje.',
      ],
      why: 'Recibe este mensaje porque nos dieron su correo electrónico con un reclamo por pérdida total.',
    }),
  },
);

type Called = {
  readonly left: 'voicemail' | 'nothing';
  readonly callerId: string;
};

/** After a call that reached no one; sent by the caller, who may add their own text after the first sentences. */
export const missedCall = defineMessages(
  {
    subject: ({ left }: Called) => (left === 'voicemail' ? 'We left you a voicemail' : 'We tried to call you'),
    lead: ({ left }: Called) =>
      left === 'voicemail'
        ? 'We called about your total-loss claim and left you a voicemail. The consultation is free.'
        : 'We called about your total-loss claim and did not reach you. The consultation is free.',
    answerText: 'You can reply to this text.',
    answerMail: ({ callerId }: Called) => `Our calls come from ${callerId}.`,
    why: shared.en.why,
  },
  {
    subject: ({ left }: Called) => (left === 'voicemail' ? 'Le dejamos un mensaje de voz' : 'Intentamos llamarle'),
    lead: ({ left }: Called) =>
      left === 'voicemail'
        ? 'Le llamamos por su reclamo por pérdida total y le dejamos un mensaje de voz. La consulta es gratis.'
        : 'Le llamamos por su reclamo por pérdida total y no le encontramos. La consulta es gratis.',
    answerText: 'Puede responder a este mensaje.',
    answerMail: ({ callerId }: Called) => `Nuestras llamadas vienen del ${callerId}.`,
    why: shared.es.why,
  },
);
