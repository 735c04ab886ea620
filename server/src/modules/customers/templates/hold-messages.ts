import { formatMoney } from '#lib/languages/formats';
import { defineMessages } from '#lib/languages/messages';
import { shared, type Product } from './consultation-messages.ts';
import type { MessageWords } from './text-rules.ts';

type Placed = {
  readonly url: string;
  readonly product: Product;
  /** Money is held, on a card that is also saved or not. */
  readonly held: boolean;
  readonly saved: boolean;
  readonly cents: number;
};

/** A hold was placed, or it lapsed before we processed it and its card is saved. */
export const holdPlaced = defineMessages(
  {
    words({ url, product, held, saved, cents }: Placed): MessageWords {
      const amount = formatMoney(cents, 'en');
      const { titles, why, page } = shared.en;
      return held
        ? {
            mail: {
              subject: `Your ${amount} hold is in place`,
              greeting: 'Hi,',
              paragraphs: [
                `Your bank has set aside ${amount} on your card. It is a hold, not a charge.`,
                ...(saved
                  ? ['A hold ends after a few days. Your card is saved, so you don’t need to enter it again.']
                  : []),
              ],
              facts: [
                { name: shared.en.product, value: titles[product] },
                { name: shared.en.amount, value: amount },
              ],
              button: { words: page, url },
              after: ['Changed your mind? Tell us, and we’ll release the hold.'],
              why,
            },
            text: [`Your ${amount} hold is in place. It is not a charge. Your page: ${url}`],
          }
        : {
            mail: {
              subject: 'Your card is saved',
              greeting: 'Hi,',
              paragraphs: ['Your card is saved with our card provider. Nothing is held or charged now.'],
              facts: [{ name: shared.en.product, value: titles[product] }],
              button: { words: page, url },
              why,
            },
            text: [`Your card is saved. Nothing is charged now. Your page: ${url}`],
          };
    },
  },
  {
    words({ url, product, held, saved, cents }: Placed): MessageWords {
      const amount = formatMoney(cents, 'es');
      const { titles, why, page } = shared.es;
      return held
        ? {
            mail: {
              subject: `Su retención de ${amount} está activa`,
              greeting: 'Hola:',
              paragraphs: [
                `Su banco apartó ${amount} en su tarjeta. Es una retención, no un cobro.`,
                ...(saved
                  ? [
                      'Una retención termina después de unos días. Su tarjeta queda guardada, así que no tiene que ingresarla otra vez.',
                    ]
                  : []),
              ],
              facts: [
                { name: shared.es.product, value: titles[product] },
                { name: shared.es.amount, value: amount },
              ],
              button: { words: page, url },
              after: ['¿Cambió de opinión? Díganoslo, y liberamos la retención.'],
              why,
            },
            text: [`su banco tiene apartados ${amount}. No es un cobro. Su caso: ${url}`],
          }
        : {
            mail: {
              subject: 'Su tarjeta está guardada',
              greeting: 'Hola:',
              paragraphs: [
                'Su tarjeta está guardada con nuestro proveedor de pagos. Ahora no se retiene ni se cobra nada.',
              ],
              facts: [{ name: shared.es.product, value: titles[product] }],
              button: { words: page, url },
              why,
            },
            text: [`su tarjeta queda guardada. No se cobra nada ahora. Su caso: ${url}`],
          };
    },
  },
);

type Released = { readonly url: string; readonly kind: 'hold' | 'card'; readonly cents: number };

/** The team released it: nothing is charged. */
export const released = defineMessages(
  {
    words({ url, kind, cents }: Released): MessageWords {
      const { why, page } = shared.en;
      return kind === 'hold'
        ? {
            mail: {
              subject: 'The hold on your card is released',
              greeting: 'Hi,',
              paragraphs: [
                `We released the hold of ${formatMoney(cents, 'en')} on your card. Nothing was charged.`,
                'Your bank may take a few days to show it.',
              ],
              button: { words: page, url },
              why,
            },
            text: [`We released the hold on your card. Nothing was charged. Your page: ${url}`],
          }
        : {
            mail: {
              subject: 'Your saved card is removed',
              greeting: 'Hi,',
              paragraphs: [
                'We removed the card that you saved for us and released any hold on it. Nothing was charged.',
              ],
              button: { words: page, url },
              why,
            },
            text: [`We removed your saved card. Nothing was charged. Your page: ${url}`],
          };
    },
  },
  {
    words({ url, kind, cents }: Released): MessageWords {
      const { why, page } = shared.es;
      return kind === 'hold'
        ? {
            mail: {
              subject: 'Liberamos la retención en su tarjeta',
              greeting: 'Hola:',
              paragraphs: [
                `Liberamos la retención de ${formatMoney(cents, 'es')} en su tarjeta. No se cobró nada.`,
                'Su banco puede tardar unos días en mostrarlo.',
              ],
              button: { words: page, url },
              why,
            },
            text: [`ya no hay dinero apartado en su tarjeta. No hubo cobro. Su caso: ${url}`],
          }
        : {
            mail: {
              subject: 'Su tarjeta ya no está guardada',
              greeting: 'Hola:',
              paragraphs: [
                'Quitamos la tarjeta que usted guardó con nosotros y liberamos toda retención en ella. No se cobró nada.',
              ],
              button: { words: page, url },
              why,
            },
            text: [`su tarjeta ya no queda guardada. No se hizo cobro alguno. Su caso: ${url}`],
          };
    },
  },
);

type Ended = { readonly url: string };

/** The authorization ended before the hold was captured, and no card is saved. */
export const holdEnded = defineMessages(
  {
    words({ url }: Ended): MessageWords {
      const ended = 'The hold on your card has ended, as holds do after a few days. Nothing was charged.';
      return {
        mail: {
          subject: 'The hold on your card has ended',
          greeting: 'Hi,',
          paragraphs: [ended, 'If you still want our help with your claim, please place a new hold.'],
          button: { words: 'Place a new hold', url },
          after: ['If not, you don’t need to do anything.'],
          why: shared.en.why,
        },
        text: [`${ended} Still want our help? Please place a new hold: ${url}`],
      };
    },
  },
  {
    words({ url }: Ended): MessageWords {
      return {
        mail: {
          subject: 'La retención en su tarjeta terminó',
          greeting: 'Hola:',
          paragraphs: [
            'La retención en su tarjeta terminó, como ocurre después de unos días. No se cobró nada.',
            'Si todavía quiere nuestra ayuda con su reclamo, por favor, autorice una nueva retención.',
          ],
          button: { words: 'Autorizar una nueva retención', url },
          after: ['Si no, no tiene que hacer nada.'],
          why: shared.es.why,
        },
        text: [
          `su banco ya no tiene dinero apartado; eso dura poco. No se hizo cobro alguno. Si quiere nuestra ayuda, entre en ${url}`,
        ],
      };
    },
  },
);

type Lapsed = { readonly url: string; readonly cents: number };

/** The authorization ended before the hold was captured, and its card stays saved. */
export const holdLapsed = defineMessages(
  {
    words({ url, cents }: Lapsed): MessageWords {
      const ended = `The hold of ${formatMoney(cents, 'en')} on your card has ended, as holds do after a few days. Nothing was charged.`;
      return {
        mail: {
          subject: 'The hold on your card has ended',
          greeting: 'Hi,',
          paragraphs: [
            ended,
            'Your card stays saved. We place the hold again only once the improvement of your settlement is proven, and then capture it.',
          ],
          button: { words: shared.en.page, url },
          after: ['You don’t need to do anything.'],
          why: shared.en.why,
        },
        text: [`${ended} Your card stays saved. Your page: ${url}`],
      };
    },
  },
  {
    words({ url, cents }: Lapsed): MessageWords {
      return {
        mail: {
          subject: 'La retención en su tarjeta terminó',
          greeting: 'Hola:',
          paragraphs: [
            `La retención de ${formatMoney(cents, 'es')} en su tarjeta terminó, como ocurre después de unos días. No se cobró nada.`,
            'Su tarjeta sigue guardada. Hacemos la retención otra vez solo cuando la mejora de su acuerdo esté comprobada, y entonces la cobramos.',
          ],
          button: { words: shared.es.page, url },
          after: ['No tiene que hacer nada.'],
          why: shared.es.why,
        },
        text: [
          `su banco ya no tiene dinero apartado. No se hizo cobro alguno. Su tarjeta queda guardada. Su caso: ${url}`,
        ],
      };
    },
  },
);
