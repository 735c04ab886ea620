import { cardEvents } from '#app/bindings';
import type { Ctx } from '#context';
import { disputeCharge } from '#modules/test-cards';
import type { DemoCards } from './demo-cards.ts';

/** What customers and their banks do at the card provider; the service knows of it when these are done. */
export type CardActs = {
  /** A card is entered on the page that was made last: one that works, or that is declined when its hold is placed again. */
  enterCard(card: 'works' | 'declined_later'): Promise<void>;
  /** Every new page is refused until this is called with false. */
  refusePages(refused: boolean): void;
  /** The customer's bank disputes what was charged for a hold. */
  dispute(holdId: string): Promise<void>;
};

type Form = { readonly raw: { readonly type: string; readonly bytes: string }; readonly expects: number };

type Scene = {
  readonly ctx: Ctx;
  call(route: string, form: Form): Promise<unknown>;
  work(): Promise<void>;
};

export const createCardActs = (cards: DemoCards, { ctx, call, work }: Scene): CardActs => ({
  async enterCard(card) {
    const raw = { type: 'application/x-www-form-urlencoded', bytes: `card=${card}` };
    await call(`POST ${cards.page()}`, { raw, expects: 303 });
    await work();
  },
  refusePages: cards.refusePages,
  async dispute(holdId) {
    await disputeCharge(ctx, { holdId, events: cardEvents });
    await work();
  },
});
