// Requests to addresses that clients chose. Everything sent to such an address goes through this guard.
export type { EgressGateway, OutboundPost, PostOutcome } from './port.ts';
export { createLazyEgress as createEgress } from './create-egress.ts';
