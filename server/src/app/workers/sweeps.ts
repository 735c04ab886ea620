import { closeErased, closingSources, factSources, notifyTechnicalContacts } from '#app/callbacks';
import type { Ctx } from '#context';
import { findCertificateEnd } from '#gateways/certificates';
import { purgeConsoleSessions } from '#modules/sandbox';
import { measureFreeSpace, purgeUploadBudgets, removeOrphans, watchReaders } from '#modules/documents';
import { eventDays, findEventsOverdueSince, findHistoryOverdueSince, historyDays } from '#modules/webhooks';
import { expireIntakes, removeUnprovenFiles } from '#modules/intakes';
import { fetchWanted, purgeAllowances, purgeListings, rateModels, purgePlateAnswers } from '#modules/vehicles';
import { findStatementsOverdueSince, issueDueStatements } from '#modules/memberships';
import { purgeContactChanges } from '#modules/partners';
import { purgePortalSessions, purgeSignIns, findLogOverdueSince, logDays } from '#modules/portal';
import { listHeldIds } from '#modules/privacy';
import { purgeReferralFiles, workReferralFiles, purgeRosterFiles, workRosterFiles } from '#modules/partner-files';
import { expireReferrals } from '#modules/referrals';
import { purgeReplies } from '#modules/replies';
import { purgeSessions } from '#modules/staff';
import { agentSandboxSweeps, sandboxSweeps } from '#mount/sandbox/workers';
import { anchorSweeps, consentSweeps } from '#mount/ledger/workers';
import { purgeProviderEvents, reconcileHolds, warnOfHolds } from '#mount/checkout/workers';
import { closingSweeps, consultationSweeps, factSweeps } from '#mount/consultations/workers';
import { expireHeld, purgeBudgets, purgeSandboxMessages } from '#mount/customers/jobs';
import { findMessageWait } from '#mount/customers/workers';
import { purgeFailures, purgeNonces } from '#mount/credentials/jobs';
import { privacySweeps } from '#mount/privacy/workers';
import { requestLogSweeps } from '#mount/portal/workers';
import type { Measurements } from '#mount/figures/status/status';
import { statusSweeps } from '#mount/figures/workers';
import { deliverySweeps, findLongestWait, warningSweep } from '#mount/webhooks/workers';
import { countCaught } from '#platform/db';
import { purgeStoredResponses } from '#platform/idempotency';
import type { Sweep } from '#platform/jobs';
import { calendarMetrics } from './calendar-metrics.ts';

type Purge = (ctx: Ctx, what: { readonly limit: number; readonly except: readonly string[] }) => Promise<number>;

/** What a legal hold is in force for does not end by itself. */
const except =
  (ctx: Ctx, purge: Purge) =>
  async (limit: number): Promise<number> =>
    purge(ctx, { limit, except: await listHeldIds(ctx) });

/** All periodic work. */
export const sweeps = (ctx: Ctx): Sweep[] => [
  ...consultationSweeps(ctx),
  ...closingSweeps(ctx, closingSources),
  ...factSweeps(ctx, factSources),
  { name: 'replies.purge', everyMs: 600_000, run: except(ctx, purgeReplies) },
  { name: 'intakes.expire', everyMs: 60_000, run: (limit) => expireIntakes(ctx, limit) },
  { name: 'checkout.reconcile-holds', everyMs: 1000, run: (limit) => reconcileHolds(ctx, limit) },
  { name: 'checkout.warn-of-holds', everyMs: 60_000, run: (limit) => warnOfHolds(ctx, limit) },
  { name: 'checkout.purge-events', everyMs: 600_000, run: (limit) => purgeProviderEvents(ctx, limit) },
  { name: 'customers.expire-held', everyMs: 60_000, run: (limit) => expireHeld(ctx, limit) },
  { name: 'customers.purge-mailboxes', everyMs: 600_000, run: (limit) => purgeSandboxMessages(ctx, limit) },
  { name: 'customers.purge-budgets', everyMs: 600_000, run: (limit) => purgeBudgets(ctx, limit) },
  { name: 'referrals.expire', everyMs: 60_000, run: (limit) => expireReferrals(ctx, limit) },
  { name: 'memberships.issue-statements', everyMs: 60_000, run: () => issueDueStatements(ctx) },
  { name: 'calendar.measure', everyMs: 60_000, run: () => measureCalendar(ctx) },
  { name: 'certificates.measure', everyMs: 3_600_000, run: () => measureCertificate(ctx) },
  ...statusSweeps(ctx, statusMeasurements(ctx)),
  ...consentSweeps(ctx),
  ...privacySweeps(ctx, closeErased),
  ...sandboxSweeps(ctx, listHeldIds),
  ...agentSandboxSweeps(ctx, listHeldIds),
  ...anchorSweeps(ctx),
  ...deliverySweeps(ctx),
  ...requestLogSweeps(ctx),
  warningSweep(ctx, notifyTechnicalContacts),
  { name: 'partner-credentials.purge-nonces', everyMs: 30_000, run: (limit) => purgeNonces(ctx, limit) },
  { name: 'staff.purge-sessions', everyMs: 600_000, run: (limit) => purgeSessions(ctx, limit) },
  { name: 'agent-console.purge-sessions', everyMs: 600_000, run: (limit) => purgeConsoleSessions(ctx, limit) },
  { name: 'portal.purge-sessions', everyMs: 600_000, run: (limit) => purgePortalSessions(ctx, limit) },
  { name: 'portal.purge-sign-ins', everyMs: 600_000, run: (limit) => purgeSignIns(ctx, limit) },
  { name: 'partners.purge-contact-changes', everyMs: 600_000, run: (limit) => purgeContactChanges(ctx, limit) },
  { name: 'roster-files.work', everyMs: 1000, run: () => workRosterFiles(ctx) },
  { name: 'roster-files.purge', everyMs: 600_000, run: (limit) => purgeRosterFiles(ctx, limit) },
  { name: 'referral-files.work', everyMs: 1000, run: (limit) => workReferralFiles(ctx, limit) },
  { name: 'referral-files.purge', everyMs: 600_000, run: (limit) => purgeReferralFiles(ctx, limit) },
  { name: 'partner-credentials.purge-failures', everyMs: 30_000, run: (limit) => purgeFailures(ctx, limit) },
  { name: 'vehicles.purge-plate-answers', everyMs: 600_000, run: (limit) => purgePlateAnswers(ctx, limit) },
  { name: 'market.fetch-wanted', everyMs: 60_000, run: (limit) => fetchWanted(ctx, limit) },
  { name: 'market.purge-allowances', everyMs: 60_000, run: (limit) => purgeAllowances(ctx, limit) },
  { name: 'market.rate-models', everyMs: 60_000, run: (limit) => rateModels(ctx, limit) },
  { name: 'market.purge-listings', everyMs: 60_000, run: (limit) => purgeListings(ctx, limit) },
  { name: 'documents.remove-orphans', everyMs: 60_000, run: (limit) => removeOrphans(ctx, limit) },
  { name: 'documents.measure-free-space', everyMs: 60_000, run: () => measureFreeSpace(ctx) },
  { name: 'documents.purge-upload-budgets', everyMs: 600_000, run: (limit) => purgeUploadBudgets(ctx, limit) },
  { name: 'intakes.remove-unproven-files', everyMs: 60_000, run: except(ctx, removeUnprovenFiles) },
  { name: 'idempotency.purge', everyMs: 60_000, run: (limit) => purgeStoredResponses(ctx.db, ctx.clock.now(), limit) },
];

/** As clients see it: whoever ends TLS in front of us has the certificate. An address that cannot be reached is absent. */
async function measureCertificate({ config, log, metrics }: Ctx): Promise<number> {
  const of = 'public';
  try {
    const end = await findCertificateEnd(config.publicBaseUrl);
    if (end !== undefined) metrics.certificateEnd.set({ of }, end.getTime() / 1000);
  } catch (error) {
    metrics.certificateEnd.remove({ of });
    log.warn({ err: error }, 'certificates.not-read');
  }
  return 0;
}

/** What the status page is fed with. */
export function statusMeasurements({ config }: Ctx): Measurements {
  const listRefused = watchReaders(config.readers);
  let asked = false;
  return {
    webhookWaitS: findLongestWait,
    messageWaitS: findMessageWait,
    readers: () => {
      // The first question is answered by the next minute.
      const [refused, known] = [listRefused(), asked];
      asked = true;
      return known ? refused.length === 0 : undefined;
    },
  };
}

/** What is due by the calendar: since when something has been overdue, according to the database. */
const overdueSince: Readonly<Record<string, (ctx: Ctx) => Promise<Date | undefined>>> = {
  'memberships.issue-statements': findStatementsOverdueSince,
  'events.maintain-partitions': findEventsOverdueSince,
  'webhooks.maintain-history': findHistoryOverdueSince,
  'request-log.maintain': findLogOverdueSince,
};

/** Each worker reports how late the calendar's work is, whoever was to do it. */
async function measureCalendar(ctx: Ctx): Promise<number> {
  const { overdue } = ctx.metrics.of(calendarMetrics);
  for (const [work, ask] of Object.entries(overdueSince)) {
    const since = await ask(ctx);
    const seconds = since === undefined ? 0 : (ctx.clock.now().getTime() - since.getTime()) / 1000;
    overdue.set({ work }, Math.max(0, seconds));
  }
  for (const { table } of [eventDays, ...historyDays, ...logDays])
    ctx.metrics.partitionDefaultRows.set({ table }, await countCaught(ctx.db, table));
  return 0;
}
