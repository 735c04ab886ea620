// Requests to addresses that clients chose. Everything sent to such an address goes through this guard.
export type { EgressGateway, OutboundPost, PostOutcome } from './port.ts';
export { createEgress } from './egress.ts';
