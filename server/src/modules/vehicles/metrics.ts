import type { MetricFactory } from '#platform/telemetry';

/** Metrics of VIN data and of plate lookups. */
export const vehicleMetrics = ({ counter }: MetricFactory) => ({
  dataFailures: counter({
    name: 'makewhole_vehicle_data_failures_total',
    help: 'How often the data for decoding VINs could not be used.',
  }),
  plateLookups: counter({
    name: 'makewhole_plate_lookups_total',
    help: 'Plate look-ups by outcome; over_budget and over_share were not sent to the provider.',
    labelNames: ['outcome'],
    values: { outcome: ['found', 'unknown', 'refused', 'unavailable', 'malformed', 'over_budget', 'over_share'] },
  }),
});
