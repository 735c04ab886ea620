import type { MetricFactory } from '#platform/telemetry';

/** Measures the work that the calendar starts. */
export const calendarMetrics = ({ gauge }: MetricFactory) => ({
  overdue: gauge({
    name: 'makewhole_calendar_overdue_seconds',
    help: 'How long scheduled work has been due and not done, by work.',
    labelNames: ['work'],
  }),
});
