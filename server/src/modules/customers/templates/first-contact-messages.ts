import { defineMessages } from '#lib/languages/messages';
import type { MailLink } from '#lib/mail/mail';
import type { MessageWords } from './text-rules.ts';

type Welcome = {
  readonly name: string | undefined;
  /** Who asked on the customer's behalf; undefined when they gave no name that can be shown. */
  readonly sender: string | undefined;
  readonly url: string;
  /** Whether there is a number that can be called. */
  readonly callable: boolean;
};

/** The first email and text about an agent's submission. */
export const welcome = defineMessages(
  {
    words({ name, sender: known, url, callable }: Welcome): MessageWords {
      const sender = known ?? 'An agent';
      const greeting = name === undefined ? 'Hi,' : `Hi ${name},`;
      const asked = `${sender} says you asked us to look at your total-loss claim, free. Confirm: ${url}`;
      return {
        mail: {
          subject: 'Please confirm: a free look at your total-loss claim',
          greeting,
          paragraphs: [`${sender} says you asked us to look at your total-loss claim. The consultation is free.`],
          button: { words: 'Confirm that you want the free consultation', url },
          after: [
            callable
              ? 'A person from our team will call you to confirm that the request came from you or your representative. We never place automated calls.'
              : 'A person from our team will look at your request. We have no number that we can call you at.',
            'If this was not you, open the link and say so; we will not contact you again about it.',
          ],
          why: `You get this because ${known ?? 'an agent'} gave us your address.`,
        },
        text: [
          `${greeting} ${asked} A person will call you, never a machine.`,
          `${greeting} ${asked}`,
          asked,
          `An agent says you asked us to look at your total-loss claim, free. Confirm: ${url}`,
        ],
      };
    },
  },
  {
    words({ name, sender: known, url, callable }: Welcome): MessageWords {
      const sender = known ?? 'Un agente';
      const greeting = name === undefined ? 'Hola:' : `Hola, ${name}:`;
      const asked = `${sender} dice que usted quiere que revisemos gratis su reclamo por pérdida total. Confirme: ${url}`;
      return {
        mail: {
          subject: 'Por favor, confirme: una revisión gratis de su reclamo por pérdida total',
          greeting,
          paragraphs: [
            `${sender} dice que usted nos pidió revisar su reclamo por pérdida total. La consulta es gratis.`,
          ],
          button: { words: 'Confirmar que quiero la consulta gratis', url },
          after: [
            callable
              ? 'Una persona de nuestro equipo le llamará para confirmar que la solicitud vino de usted o de su representante. Nunca hacemos llamadas automáticas.'
              : 'Una persona de nuestro equipo revisará su solicitud. No tenemos un número al que podamos llamarle.',
            'Si no fue usted, abra el enlace y díganoslo; no volveremos a comunicarnos con usted sobre esto.',
          ],
          why: `Recibe este mensaje porque ${known ?? 'un agente'} nos dio su correo electrónico.`,
        },
        text: [
          `${greeting} ${asked} Una persona le va a llamar, nunca un robot.`,
          `${greeting} ${asked}`,
          asked,
          `Un agente dice que usted quiere que revisemos gratis su reclamo por pérdida total. Confirme: ${url}`,
        ],
      };
    },
  },
);

type Invitation = Welcome;

/** The first email and text to a borrower whom an institution invites. */
export const invitation = defineMessages(
  {
    words({ name, sender: known, url, callable }: Invitation): MessageWords {
      const sender = known ?? 'Your lender';
      const greeting = name === undefined ? 'Hi,' : `Hi ${name},`;
      const asked = `${sender} invites you to a free look at your total-loss claim. Accept or decline: ${url}`;
      return {
        mail: {
          subject: 'An invitation: a free look at your total-loss claim',
          greeting,
          paragraphs: [
            `${sender} invites you to a free look at your total-loss claim: whether the insurer’s offer is what your car was worth.`,
          ],
          button: { words: 'Accept or decline the free consultation', url },
          after: [
            callable
              ? 'If you accept, a person from our team calls you. We never place automated calls.'
              : 'We have no number that we can call you at. If you accept, please ask your lender to add it.',
            'If you don’t want it, say no on the same page, or ignore this message.',
          ],
          why: `You get this because ${known ?? 'your lender'} gave us your address.`,
        },
        text: [
          `${greeting} ${asked} A person calls you, never a machine.`,
          `${greeting} ${asked}`,
          asked,
          `Your lender invites you to a free look at your total-loss claim. Accept or decline: ${url}`,
        ],
      };
    },
  },
  {
    words({ name, sender: known, url, callable }: Invitation): MessageWords {
      const sender = known ?? 'Su prestamista';
      const greeting = name === undefined ? 'Hola:' : `Hola, ${name}:`;
      const asked = `${sender} le invita a que revisemos gratis su reclamo por pérdida total. Acepte o rechace: ${url}`;
      return {
        mail: {
          subject: 'Una invitación: una revisión gratis de su reclamo por pérdida total',
          greeting,
          paragraphs: [
            `${sender} le invita a una revisión gratis de su reclamo por pérdida total: si la oferta de la aseguradora es lo que valía su auto.`,
          ],
          button: { words: 'Aceptar o rechazar la consulta gratis', url },
          after: [
            callable
              ? 'Si acepta, una persona de nuestro equipo le llama. Nunca hacemos llamadas automáticas.'
              : 'No tenemos un número al que podamos llamarle. Si acepta, por favor, pídale a su prestamista que lo agregue.',
            'Si no la quiere, diga que no en la misma página o ignore este mensaje.',
          ],
          why: `Recibe este mensaje porque ${known ?? 'su prestamista'} nos dio su correo electrónico.`,
        },
        text: [
          `${greeting} ${asked} Le llama una persona, nunca un robot.`,
          `${greeting} ${asked}`,
          asked,
          `Su prestamista le invita a que revisemos gratis su reclamo por pérdida total. Acepte o rechace: ${url}`,
        ],
      };
    },
  },
);

/** Link to the Spanish page, for a first message whose reader's language is unknown. */
export const inSpanish = (url: string): MailLink => ({
  words: 'Esta página también está en español',
  url: `${url}?lang=es`,
  language: 'es',
});
