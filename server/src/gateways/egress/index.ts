// Requests to addresses that clients chose, all through this guard.
export { askingFetch } from './asking-fetch.ts';
export type { AskedAnswer, EgressGateway, OutboundAsk, OutboundPost, PostOutcome } from './port.ts';
export { createLazyEgress as createEgress } from './create-egress.ts';
