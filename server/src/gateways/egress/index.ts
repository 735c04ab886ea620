// Requests to addresses that strangers chose. Everything that leaves for such an address goes through this guard.
export type { EgressGateway, OutboundPost, PostOutcome } from './port.ts';
export { createEgress } from './egress.ts';
