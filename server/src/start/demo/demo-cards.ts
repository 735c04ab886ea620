import type { Ctx } from '#context';
import type { CardHolds } from '#gateways/cards';
import { GatewayError } from '#platform/errors';

/** The built-in test cards as the demo uses them. */
export type DemoCards = {
  readonly cards: CardHolds;
  /** The page that was made last, where the customer enters a card. */
  readonly page: () => string;
  /** Every new page is refused until this is called with false. */
  refusePages(refused: boolean): void;
};

/** Remembers the last page, and refuses pages when the story has the provider refuse them. */
export function createDemoCards({ cards }: Pick<Ctx, 'cards'>): DemoCards {
  let isRefusing = false;
  let last = '';
  return {
    cards: {
      ...cards,
      async createPage(page) {
        if (isRefusing) throw new GatewayError('refused', 'the demo refuses this page', { responseCode: 402 });
        const made = await cards.createPage(page);
        last = new URL(made.url).pathname;
        return made;
      },
    },
    page: () => last,
    refusePages: (refused) => void (isRefusing = refused),
  };
}
