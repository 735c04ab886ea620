import type { CardHolds } from './port.ts';

/** Prefix of all ids of the built-in test cards. */
const testPrefix = 'test_';

/** One port for both: new pages go by their case's mode, later requests by the provider that issued the id. */
export function joinCards(live: CardHolds, test: CardHolds): CardHolds {
  const of = (id: string): CardHolds => (id.startsWith(testPrefix) ? test : live);
  return {
    configured: live.configured,
    isTest: live.isTest,
    pageOrigin: live.pageOrigin,
    check: () => live.check(),
    createPage: (page) => (page.test ? test : live).createPage(page),
    get: (sessionId) => of(sessionId).get(sessionId),
    listPages: (names) => live.listPages(names),
    closePage: (sessionId) => of(sessionId).closePage(sessionId),
    capture: (request) => of(request.intentId).capture(request),
    release: (request) => of(request.intentId).release(request),
    getCard: (names) => of(names.sessionId).getCard(names),
    place: (request) => of(request.methodId).place(request),
    detach: (methodId) => of(methodId).detach(methodId),
    refund: (request) => of(request.intentId).refund(request),
    findRefund: (names) => of(names.intentId).findRefund(names),
    readEvent: (event) => live.readEvent(event),
  };
}
