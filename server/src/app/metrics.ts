import { anchorMetrics } from '#mount/ledger/anchors/metrics';
import { boardMetrics } from '#mount/board/metrics';
import { calendarMetrics } from '#app/workers/calendar-metrics';
import { checkoutMetrics } from '#mount/checkout/metrics';
import { consentMetrics } from '#mount/ledger/consent/metrics';
import { customerMetrics } from '#mount/customers/metrics';
import { documentMetrics } from '#mount/documents/metrics';
import { eventMetrics } from '#mount/webhooks/events/metrics';
import { marketMetrics } from '#mount/vehicles/market/metrics';
import { mcpMetrics } from '#app/mcp/mcp-metrics';
import { membershipMetrics } from '#mount/memberships/metrics';
import { portalUsersMetrics } from '#mount/portal/metrics';
import { privacyMetrics } from '#mount/privacy/metrics';
import { replyMetrics } from '#mount/replies/metrics';
import { requestLogMetrics } from '#mount/portal/request-log/metrics';
import { staffMetrics } from '#mount/staff/metrics';
import { vehicleMetrics } from '#mount/vehicles/metrics';
import { webhookMetrics } from '#mount/webhooks/metrics';
import type { MetricSet } from '#platform/telemetry';

/** All sets of metrics besides the platform's own; created at startup, so that `/metrics` lists them from then on. */
export const metricSets: readonly MetricSet<unknown>[] = [
  anchorMetrics,
  boardMetrics,
  calendarMetrics,
  checkoutMetrics,
  consentMetrics,
  customerMetrics,
  documentMetrics,
  eventMetrics,
  marketMetrics,
  mcpMetrics,
  membershipMetrics,
  portalUsersMetrics,
  privacyMetrics,
  replyMetrics,
  requestLogMetrics,
  staffMetrics,
  vehicleMetrics,
  webhookMetrics,
];
