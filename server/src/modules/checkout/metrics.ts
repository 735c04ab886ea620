import type { MetricFactory } from '#platform/telemetry';

/** Metrics of card holds and of the card provider. */
export const checkoutMetrics = (factory: MetricFactory) => ({ ...holdMetrics(factory), ...providerMetrics(factory) });

const holdMetrics = ({ counter, gauge }: MetricFactory) => ({
  holds: gauge({
    name: 'makewhole_holds',
    help: 'Open card holds by state.',
    labelNames: ['state'],
  }),
  ending: gauge({
    name: 'makewhole_holds_ending',
    help: 'Standing holds that end within 24 hours, by the requested action that is not done yet; without an action, only those without a saved card.',
    labelNames: ['action'],
  }),
  overdue: gauge({
    name: 'makewhole_holds_overdue',
    help: 'Holds still in a state an hour after its end: the provider is not asked, or does not respond.',
    labelNames: ['state'],
  }),
  notRenewed: gauge({
    name: 'makewhole_holds_not_renewed',
    help: 'Holds that ended uncaptured in the last 7 days and that the customer did not replace by a new one.',
  }),
  oldestAction: gauge({
    name: 'makewhole_hold_action_oldest_seconds',
    help: 'Age of the oldest requested capture or release that is not done yet.',
  }),
  renewals: counter({
    name: 'makewhole_hold_renewals_total',
    help: 'Holds that ended uncaptured, by whether their customer was asked for a new one.',
    labelNames: ['outcome'],
    values: { outcome: ['asked', 'over', 'withheld', 'no_contact', 'nothing_owed', 'uncertain'] },
  }),
  chargesFailed: gauge({
    name: 'makewhole_charges_failed',
    help: 'Second holds that the bank declined and whose owner has not confirmed or changed the card.',
  }),
  declines: counter({
    name: 'makewhole_charges_declined_total',
    help: 'Second holds on saved cards that failed, by why.',
    labelNames: ['why'],
  }),
  refundsOpen: gauge({
    name: 'makewhole_refunds_open',
    help: 'Refunds that staff requested: not made within an hour, or failed in the last 7 days.',
    labelNames: ['state'],
  }),
  anomalies: counter({
    name: 'makewhole_hold_anomalies_total',
    help: 'Anomalies: a capture that came too late, a charge without a hold, a different amount, a dispute.',
    labelNames: ['anomaly'],
    values: { anomaly: ['capture_lost', 'charged_without_hold', 'mismatch', 'disputed'] },
  }),
});

const providerMetrics = ({ counter, gauge }: MetricFactory) => ({
  disputesOpen: gauge({
    name: 'makewhole_disputes_open',
    help: 'Disputed charges that are not decided, by who has to act now.',
    labelNames: ['waiting_for'],
  }),
  events: counter({
    name: 'makewhole_card_events_total',
    help: 'Events received from the card provider; refused ones have no valid or no recent signature.',
    labelNames: ['outcome'],
    values: { outcome: ['taken', 'repeated', 'ignored', 'refused'] },
  }),
  requests: counter({
    name: 'makewhole_card_requests_total',
    help: 'Requests to the card provider by kind and outcome.',
    labelNames: ['request', 'outcome'],
    values: {
      request: ['page', 'look', 'capture', 'release', 'place', 'detach', 'refund'],
      outcome: ['done', 'unknown', 'refused', 'unavailable', 'malformed', 'internal'],
    },
  }),
});
