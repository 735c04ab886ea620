import { defineMessages } from '#lib/languages/messages';

/**
 * The text that a borrower reads before pressing a button. Changing a word requires a new version: the ledger stores
 * the version, the hash of the whole text, and the text itself.
 */
export const consentWords = defineMessages(
  {
    version: 'invitation 2026-11-16.2',
    heading: 'A free look at your total-loss claim',
    /** Continues after the institution's name. */
    invites: 'invites you: a person from our team looks at whether the insurer’s offer is what your car was worth.',
    follows:
      'If you accept, that person calls you to go through it. The consultation is free. We never place automated calls.',
    /** Replaces it if there is no number to call. */
    followsWithoutNumber:
      'We have no number that we can call you at. Please ask your lender to add it. The consultation is free. We never place automated calls.',
    /** Who pays for the services that a borrower may choose after the free consultation. */
    paysLender: 'If you want more help after it, your lender pays for it. You pay nothing.',
    paysBoth: (price: string) =>
      `If you want us to negotiate for you after it, you pay ${price} and your lender pays the rest.`,
    paysBorrower: 'If you want more help after it, you pay for it yourself. You do not have to choose any.',
    yes: 'Yes, I want the free consultation',
    no: 'No, thank you',
    agreement:
      'With yes you also agree that we email, text and call you about this claim. You can stop at any time: tell the person who calls, answer STOP to a text, or open the stop link in an email.',
  },
  {
    version: 'invitation 2026-11-16.2-es',
    heading: 'Una revisión gratis de su reclamo por pérdida total',
    invites: 'le invita: una persona de nuestro equipo revisa si la oferta de la aseguradora es lo que valía su auto.',
    follows:
      'Si acepta, esa persona le llama para revisarlo con usted. La consulta es gratis. Nunca hacemos llamadas automáticas.',
    followsWithoutNumber:
      'No tenemos un número al que podamos llamarle. Por favor, pídale a su prestamista que lo agregue. La consulta es gratis. Nunca hacemos llamadas automáticas.',
    paysLender: 'Si después quiere más ayuda, la paga su prestamista. Usted no paga nada.',
    paysBoth: (price) =>
      `Si después quiere que negociemos por usted, usted paga ${price} y su prestamista paga el resto.`,
    paysBorrower: 'Si después quiere más ayuda, la paga usted. No tiene que elegir nada.',
    yes: 'Sí, quiero la consulta gratis',
    no: 'No, gracias',
    agreement:
      'Al decir que sí, también acepta que le escribamos por correo electrónico y mensaje de texto y que le llamemos por este reclamo. Puede detenerlo cuando quiera: dígaselo a la persona que llame, responda STOP a un mensaje de texto o abra el enlace para detener los mensajes en un correo electrónico.',
  },
);
