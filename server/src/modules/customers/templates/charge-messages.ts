import { formatMoney } from '#lib/languages/formats';
import { defineMessages } from '#lib/languages/messages';
import { shared, type Product } from './consultation-messages.ts';
import type { MessageWords } from './text-rules.ts';

type ChargeFailed = { readonly url: string; readonly failure: 'declined' | 'unconfirmed' };

/** The bank declined to hold our fee on a saved card again. */
export const chargeFailed = defineMessages(
  {
    words({ url, failure }: ChargeFailed): MessageWords {
      const why =
        failure === 'unconfirmed'
          ? 'Your bank wants you to confirm your card before it holds our fee. Nothing was charged.'
          : 'Your bank did not accept the hold of our fee on your card. Nothing was charged.';
      return {
        mail: {
          subject: 'Your card was not charged',
          greeting: 'Hi,',
          paragraphs: [why, 'Please confirm your card or enter another one.'],
          button: { words: 'Confirm or change your card', url },
          why: shared.en.why,
        },
        text: [`${why} Please confirm your card or enter another one: ${url}`],
      };
    },
  },
  {
    words({ url, failure }: ChargeFailed): MessageWords {
      const why =
        failure === 'unconfirmed'
          ? 'Su banco quiere que usted confirme su tarjeta antes de retener nuestra tarifa. No se cobró nada.'
          : 'Su banco no aceptó la retención de nuestra tarifa en su tarjeta. No se cobró nada.';
      const whyText =
        failure === 'unconfirmed'
          ? 'su banco quiere que usted confirme su tarjeta antes de retener nuestra tarifa.'
          : 'su banco rechaza retener nuestra tarifa.';
      return {
        mail: {
          subject: 'No se hizo el cobro a su tarjeta',
          greeting: 'Hola:',
          paragraphs: [why, 'Por favor, confirme su tarjeta o ingrese otra.'],
          button: { words: 'Confirmar o cambiar mi tarjeta', url },
          why: shared.es.why,
        },
        text: [`${whyText} No hubo cobro. Confirme su tarjeta o use otra: ${url}`],
      };
    },
  },
);

type Receipt = {
  readonly url: string;
  readonly product: Product;
  readonly kind: 'hold' | 'card';
  readonly cents: number;
};

/** A hold or a saved card was charged while its owner was not present. */
export const receipt = defineMessages(
  {
    words({ url, product, kind, cents }: Receipt): MessageWords {
      const card = kind === 'card' ? 'your saved card' : 'your card';
      const charged = `We charged ${formatMoney(cents, 'en')} to ${card}, for ${shared.en.titles[product]}.`;
      return {
        mail: {
          subject: 'Your receipt',
          greeting: 'Hi,',
          paragraphs: [kind === 'card' ? `${charged} We won’t charge this card again.` : charged],
          facts: [
            { name: shared.en.product, value: shared.en.titles[product] },
            { name: shared.en.amount, value: formatMoney(cents, 'en') },
          ],
          button: { words: 'See your receipt', url },
          why: shared.en.why,
        },
        text: [`${charged} Your receipt: ${url}`],
      };
    },
  },
  {
    words({ url, product, kind, cents }: Receipt): MessageWords {
      const amount = formatMoney(cents, 'es');
      const card = kind === 'card' ? 'su tarjeta guardada' : 'su tarjeta';
      const charged = `Cobramos ${amount} a ${card}. Concepto: ${shared.es.titles[product]}.`;
      return {
        mail: {
          subject: 'Su recibo',
          greeting: 'Hola:',
          paragraphs: [kind === 'card' ? `${charged} Ya no cobramos nada más a esta tarjeta.` : charged],
          facts: [
            { name: shared.es.product, value: shared.es.titles[product] },
            { name: shared.es.amount, value: amount },
          ],
          button: { words: 'Ver mi recibo', url },
          why: shared.es.why,
        },
        text: [`cobramos ${amount} a ${card}, por nuestra ayuda con su reclamo. Su recibo: ${url}`],
      };
    },
  },
);

type Refunded = { readonly url: string; readonly cents: number };

/** Money went back to the card. */
export const refunded = defineMessages(
  {
    words({ url, cents }: Refunded): MessageWords {
      const amount = formatMoney(cents, 'en');
      return {
        mail: {
          subject: `A refund of ${amount} to your card`,
          greeting: 'Hi,',
          paragraphs: [
            `We refunded ${amount} to the card that you paid with.`,
            'Your bank may take a few days to show it.',
          ],
          facts: [{ name: shared.en.amount, value: amount }],
          button: { words: shared.en.page, url },
          why: shared.en.why,
        },
        text: [
          `We refunded ${amount} to your card. Your bank may take a few days to show it. Your page: ${url}`,
          `We refunded ${amount} to your card. Your page: ${url}`,
        ],
      };
    },
  },
  {
    words({ url, cents }: Refunded): MessageWords {
      const amount = formatMoney(cents, 'es');
      return {
        mail: {
          subject: `Un reembolso de ${amount} a su tarjeta`,
          greeting: 'Hola:',
          paragraphs: [
            `Reembolsamos ${amount} a la tarjeta con la que pagó.`,
            'Su banco puede tardar unos días en mostrarlo.',
          ],
          facts: [{ name: shared.es.amount, value: amount }],
          button: { words: shared.es.page, url },
          why: shared.es.why,
        },
        text: [`reembolsamos ${amount} a su tarjeta. Su caso: ${url}`],
      };
    },
  },
);
