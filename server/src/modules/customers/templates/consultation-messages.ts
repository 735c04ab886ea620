import { defineMessages } from '#lib/languages/messages';
import type { MessageWords } from './text-rules.ts';

export type Product = 'research' | 'representation';

/** Wording that several messages share. */
export const shared = defineMessages(
  {
    why: 'You get this because we have a case about your total-loss claim.',
    page: 'Open your page',
    amount: 'Amount',
    product: 'For',
    titles: {
      research: 'Makewhole research: appraisal of your vehicle',
      representation: 'Makewhole representation: research and negotiation',
    },
  },
  {
    why: 'Recibe este mensaje porque tenemos un caso sobre su reclamo por pérdida total.',
    page: 'Abrir mi página',
    amount: 'Monto',
    product: 'Concepto',
    titles: {
      research: 'Estudio de mercado de Makewhole: avalúo de su vehículo',
      representation: 'Representación de Makewhole: estudio de mercado y negociación',
    },
  },
);

type Linked = { readonly url: string };

/** The team recorded the insurer's final payment. The message gives no figure, because others may read the email too. */
export const settled = defineMessages(
  {
    words: ({ url }: Linked): MessageWords => ({
      mail: {
        subject: 'Your claim is settled',
        greeting: 'Hi,',
        paragraphs: [
          'We recorded your insurer’s final payment, so our records show your claim as settled.',
          'If that’s wrong, please tell us.',
        ],
        button: { words: shared.en.page, url },
        why: shared.en.why,
      },
      text: [`Our records show that your claim is settled. Not right? Tell us. Your page: ${url}`],
    }),
  },
  {
    words: ({ url }: Linked): MessageWords => ({
      mail: {
        subject: 'Su reclamo está resuelto',
        greeting: 'Hola:',
        paragraphs: [
          'Anotamos lo que su aseguradora paga al final, así que su reclamo queda resuelto en nuestros registros.',
          'Si no es así, por favor, díganoslo.',
        ],
        button: { words: shared.es.page, url },
        why: shared.es.why,
      },
      text: [`anotamos que su reclamo queda resuelto. Si no es cierto, avise. Su caso: ${url}`],
    }),
  },
);

/** The customer asked for a new link to their page. */
export const pageLink = defineMessages(
  {
    words: ({ url }: Linked): MessageWords => ({
      mail: {
        subject: 'The link to your page',
        greeting: 'Hi,',
        paragraphs: ['We received a request for a new link to your case page. Here it is. Older links no longer work.'],
        button: { words: shared.en.page, url },
        after: ['Wasn’t it you? You don’t need to do anything: the link was sent only to you.'],
        why: shared.en.why,
      },
      text: [
        `here is the new link to your page: ${url} Older links no longer work.`,
        `here is the new link to your page: ${url}`,
      ],
    }),
  },
  {
    words: ({ url }: Linked): MessageWords => ({
      mail: {
        subject: 'El enlace a su página',
        greeting: 'Hola:',
        paragraphs: [
          'Alguien pidió un nuevo enlace a la página de su caso. Aquí está. Los enlaces anteriores ya no funcionan.',
        ],
        button: { words: shared.es.page, url },
        after: ['¿No fue usted? No tiene que hacer nada: el enlace se envió solo a usted.'],
        why: shared.es.why,
      },
      text: [`el nuevo enlace a su caso: ${url} Los anteriores ya no funcionan.`, `el nuevo enlace a su caso: ${url}`],
    }),
  },
);
