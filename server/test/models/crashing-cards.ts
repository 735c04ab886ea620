import type { CardHolds } from '#gateways/cards';
import type { Crash } from './checkout-steps.ts';

export class Crashed extends Error {}

/** The provider as seen by a process that dies at one of its calls. Calls before that have taken effect. */
export function crashing(cards: CardHolds, crash: Crash | undefined): CardHolds {
  let calls = 0;
  const around = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    const dies = crash?.call === calls;
    if (dies && crash.when === 'before') throw new Crashed();
    const answer = await call();
    if (dies) throw new Crashed();
    return answer;
  };
  return {
    ...cards,
    createPage: (page) => around(() => cards.createPage(page)),
    get: (id) => around(() => cards.get(id)),
    capture: (request) => around(() => cards.capture(request)),
    release: (request) => around(() => cards.release(request)),
    getCard: (names) => around(() => cards.getCard(names)),
    place: (request) => around(() => cards.place(request)),
    detach: (id) => around(() => cards.detach(id)),
    refund: (request) => around(() => cards.refund(request)),
    findRefund: (names) => around(() => cards.findRefund(names)),
  };
}
