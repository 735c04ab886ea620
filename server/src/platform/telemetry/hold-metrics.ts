import { Counter, Gauge, type Registry } from 'prom-client';

/** What is watched of holds on cards. Labels are states, requests and outcomes, never ids. */
export const holdMetrics = (registers: Registry[]) => ({
  holds: new Gauge({
    name: 'makewhole_holds',
    help: 'Card holds by state.',
    labelNames: ['state'] as const,
    registers,
  }),
  ending: new Gauge({
    name: 'makewhole_holds_ending',
    help: 'Standing holds that the bank lets go of within 24 hours, by what was asked of them and is not done yet.',
    labelNames: ['wish'] as const,
    registers,
  }),
  overdue: new Gauge({
    name: 'makewhole_holds_overdue',
    help: 'Holds that stay in a state an hour after its end: the provider is not asked, or does not answer.',
    labelNames: ['state'] as const,
    registers,
  }),
  notRenewed: new Gauge({
    name: 'makewhole_holds_not_renewed',
    help: 'Holds that the bank let go of in the last 7 days, uncaptured, and that the customer did not place anew.',
    registers,
  }),
  disputesOpen: new Gauge({
    name: 'makewhole_disputes_open',
    help: 'Charges that customers dispute with their bank and that are not decided, by who has to do something now.',
    labelNames: ['waiting_for'] as const,
    registers,
  }),
  oldestWish: new Gauge({
    name: 'makewhole_hold_wish_oldest_seconds',
    help: 'How long the oldest capture or release that staff asked for has not been done.',
    registers,
  }),
  renewals: new Counter({
    name: 'makewhole_hold_renewals_total',
    help: 'Holds that ended uncaptured, by whether their customer was asked for a new one.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  troubles: new Counter({
    name: 'makewhole_hold_troubles_total',
    help: 'What should not happen: a capture that came too late, a charge no hold knows, money of another amount, a dispute.',
    labelNames: ['trouble'] as const,
    registers,
  }),
  events: new Counter({
    name: 'makewhole_card_events_total',
    help: 'Events that came as the card provider’s; refused ones were not signed by it, or not lately.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  requests: new Counter({
    name: 'makewhole_card_requests_total',
    help: 'Requests to the card provider by what was asked and how it ended.',
    labelNames: ['request', 'outcome'] as const,
    registers,
  }),
});
