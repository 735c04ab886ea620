import { formatMoney } from '#lib/languages/formats';
import { defineMessages } from '#lib/languages/messages';
import { shared } from './consultation-messages.ts';
import type { MessageWords } from './text-rules.ts';

type Options = {
  readonly url: string;
  /** The last day of the page, as people read it. */
  readonly until: string;
};

/** After the consultation: our services and their prices. */
export const options = defineMessages(
  {
    words: ({ url, until }: Options): MessageWords => ({
      mail: {
        subject: 'Your options after the consultation',
        greeting: 'Hi,',
        paragraphs: [
          'Thank you for going through your claim with us. The consultation was free and stays free.',
          'If you want more help, this page shows what we offer and what it costs.',
        ],
        button: { words: 'See your options', url },
        after: [`It is open until ${until}. You do not have to choose anything.`],
        why: shared.en.why,
      },
      text: [
        `what we offer after our consultation, and what it costs: ${url} You do not have to choose anything.`,
        `what we offer after our consultation, and what it costs: ${url}`,
      ],
    }),
  },
  {
    words: ({ url, until }: Options): MessageWords => ({
      mail: {
        subject: 'Sus opciones después de la consulta',
        greeting: 'Hola:',
        paragraphs: [
          'Gracias por revisar su reclamo con nosotros. La consulta fue gratis y sigue siendo gratis.',
          'Si quiere más ayuda, esta página muestra lo que ofrecemos y lo que cuesta.',
        ],
        button: { words: 'Ver mis opciones', url },
        after: [`Está abierta hasta el ${until}. No tiene que elegir nada.`],
        why: shared.es.why,
      },
      text: [
        `lo que ofrecemos después de la consulta, y lo que cuesta: ${url} No tiene que elegir nada.`,
        `lo que ofrecemos después de la consulta, y lo que cuesta: ${url}`,
      ],
    }),
  },
);

/** The same options again, sent by staff, who may add their own text after the first sentences. */
export const optionsAgain = defineMessages(
  {
    subject: 'Your options for your total-loss claim',
    lead: 'Your options for your total-loss claim are ready. Nothing is charged unless you accept it there.',
    see: 'See your options',
    why: shared.en.why,
  },
  {
    subject: 'Sus opciones para su reclamo por pérdida total',
    lead: 'Sus opciones para su reclamo por pérdida total ya se pueden ver. No se cobra nada si usted no lo acepta.',
    see: 'Ver mis opciones',
    why: shared.es.why,
  },
);

type Appraisal = {
  readonly url: string;
  /** The number of the version; 1 is the first. */
  readonly number: number;
  /** The amount captured with it; undefined for none. */
  readonly cents: number | undefined;
};

/** The link to the written appraisal. It names neither the vehicle nor the figure, because others may read the email too. */
export const appraisal = defineMessages(
  {
    words({ url, number, cents }: Appraisal): MessageWords {
      const ready =
        number === 1 ? 'Your written appraisal is ready.' : 'There is a new version of your written appraisal.';
      const charge =
        cents === undefined
          ? []
          : [
              `As you agreed, we are now asking your bank for the ${formatMoney(cents, 'en')} that it set aside for the research.`,
            ];
      return {
        mail: {
          subject: number === 1 ? 'Your written appraisal' : 'A new version of your written appraisal',
          greeting: 'Hi,',
          paragraphs: [ready, ...charge],
          button: { words: 'Open your appraisal', url },
          after: ['The page shows how we reached the figure and has a PDF copy.'],
          why: shared.en.why,
        },
        text: [[ready, url, ...charge].join(' ')],
      };
    },
  },
  {
    words({ url, number, cents }: Appraisal): MessageWords {
      const ready =
        number === 1 ? 'Su avalúo por escrito está listo.' : 'Hay una nueva versión de su avalúo por escrito.';
      const readyText =
        number === 1
          ? 'ya puede ver el informe con el valor de su auto.'
          : 'hay un nuevo informe con el valor de su auto.';
      const charge =
        cents === undefined
          ? []
          : [
              `Como usted aceptó, ahora pedimos a su banco los ${formatMoney(cents, 'es')} que apartó para el estudio de mercado.`,
            ];
      const chargeText =
        cents === undefined
          ? []
          : [`Como quedamos, pedimos a su banco los ${formatMoney(cents, 'es')} que tiene apartados.`];
      return {
        mail: {
          subject: number === 1 ? 'Su avalúo por escrito' : 'Su avalúo por escrito, una nueva versión',
          greeting: 'Hola:',
          paragraphs: [ready, ...charge],
          button: { words: 'Abrir mi avalúo', url },
          after: ['La página muestra cómo se calculó la cifra y tiene el avalúo en PDF.'],
          why: shared.es.why,
        },
        text: [[readyText, url, ...chargeText].join(' ')],
      };
    },
  },
);
