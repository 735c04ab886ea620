import { closeErased, closingSources, factSources, notifyTechnicalContacts } from '#app/callbacks';
import { messageOwners } from '#app/message-sources';
import type { Ctx } from '#context';
import { findCertificateEnd } from '#gateways/certificates';
import { purgeFailures, purgeNonces } from '#modules/credentials';
import { purgeConsoleSessions } from '#modules/sandbox';
import { measureFreeSpace, purgeUploadBudgets, removeOrphans, watchReaders } from '#modules/documents';
import { eventDays, findEventsOverdueSince, findHistoryOverdueSince, historyDays } from '#modules/webhooks';
import { expireIntakes, fillInVin, removeUnprovenFiles } from '#modules/intakes';
import { fetchWanted, purgeListings, rateModels } from '#modules/vehicles';
import { findStatementsOverdueSince, issueDueStatements } from '#modules/memberships';
import { findLogOverdueSince, logDays, maintainLog, purgePortalSessions, purgeSignIns } from '#modules/portal';
import { listHeldIds } from '#modules/privacy';
import { purgeReferralFiles, workReferralFiles, purgeRosterFiles, workRosterFiles } from '#modules/partner-files';
import { expireReferrals } from '#modules/referrals';
import { purgeReplies } from '#modules/replies';
import { purgeSessions } from '#modules/staff';
import { agentSandboxJobs, sandboxJobs } from '#mount/sandbox/workers';
import { anchorJobs, consentJobs, ledgerMeasures } from '#mount/ledger/workers';
import { reconcileHolds, warnOfHolds } from '#mount/checkout/workers';
import { closingJobs, consultationJobs, factJobs } from '#mount/consultations/workers';
import {
  expireHeld,
  findMessageWait,
  messageQueue,
  purgeBudgets,
  purgeSandboxMessages,
} from '#mount/customers/workers';
import { privacyJobs } from '#mount/privacy/workers';
import type { Measurements } from '#mount/figures/status/status';
import { statusJobs } from '#mount/figures/workers';
import { eventJobs } from '#mount/webhooks/events-workers';
import { plateJobs, plateMeasures } from '#mount/vehicles/workers';
import { deliverDue, deliveryJobs, endpointMeasures, findLongestWait, warningJob } from '#mount/webhooks/workers';
import { countCaught } from '#platform/db';
import { everyMinute, everyTenMinutes, type ClaimedRows, type Job, type Sweep } from '#platform/jobs';
import { calendarMetrics } from './calendar-metrics.ts';

/** Few at a time, until nothing is due. */
const untilNone = async (limit: number, handled: Promise<number>): Promise<number> => ((await handled) > 0 ? limit : 0);

type Purge = (ctx: Ctx, what: { readonly limit: number; readonly except: readonly string[] }) => Promise<number>;

/** Rows under a legal hold are not deleted by age. */
const except =
  (ctx: Ctx, purge: Purge) =>
  async (limit: number): Promise<number> =>
    purge(ctx, { limit, except: await listHeldIds(ctx) });

/** All work outside requests that one worker does for all. */
export const jobs = (ctx: Ctx): Job[] => [
  ...consultationJobs(ctx),
  ...closingJobs(ctx, closingSources),
  ...factJobs(ctx, factSources),
  { name: 'replies.purge', cron: everyTenMinutes, run: except(ctx, purgeReplies) },
  { name: 'intakes.expire', cron: everyMinute, run: (limit) => expireIntakes(ctx, limit) },
  { name: 'checkout.reconcile-holds', cron: everyMinute, run: (limit) => untilNone(limit, reconcileHolds(ctx, limit)) },
  { name: 'checkout.warn-of-holds', cron: everyMinute, run: (limit) => warnOfHolds(ctx, limit) },
  { name: 'customers.expire-held', cron: everyMinute, run: (limit) => expireHeld(ctx, limit) },
  { name: 'customers.purge-mailboxes', cron: everyTenMinutes, run: (limit) => purgeSandboxMessages(ctx, limit) },
  { name: 'customers.purge-budgets', cron: everyTenMinutes, run: (limit) => purgeBudgets(ctx, limit) },
  { name: 'referrals.expire', cron: everyMinute, run: (limit) => expireReferrals(ctx, limit) },
  { name: 'memberships.issue-statements', cron: everyMinute, run: () => issueDueStatements(ctx) },
  ...statusJobs(ctx, statusMeasurements(ctx)),
  ...consentJobs(ctx),
  ...privacyJobs(ctx, closeErased),
  ...sandboxJobs(ctx, listHeldIds),
  ...agentSandboxJobs(ctx, listHeldIds),
  ...anchorJobs(ctx),
  ...eventJobs(ctx),
  ...plateJobs(ctx, fillInVin),
  ...deliveryJobs(ctx),
  { name: 'request-log.maintain', cron: '30 0 * * *', run: () => maintainLog(ctx) },
  warningJob(ctx, notifyTechnicalContacts),
  { name: 'partner-credentials.purge-nonces', cron: everyMinute, run: (limit) => purgeNonces(ctx, limit) },
  { name: 'staff.purge-sessions', cron: everyTenMinutes, run: (limit) => purgeSessions(ctx, limit) },
  { name: 'agent-console.purge-sessions', cron: everyTenMinutes, run: (limit) => purgeConsoleSessions(ctx, limit) },
  { name: 'portal.purge-sessions', cron: everyTenMinutes, run: (limit) => purgePortalSessions(ctx, limit) },
  { name: 'portal.purge-sign-ins', cron: everyTenMinutes, run: (limit) => purgeSignIns(ctx, limit) },
  { name: 'roster-files.work', cron: everyMinute, run: (limit) => untilNone(limit, workRosterFiles(ctx)) },
  { name: 'roster-files.purge', cron: everyTenMinutes, run: (limit) => purgeRosterFiles(ctx, limit) },
  { name: 'referral-files.work', cron: everyMinute, run: (limit) => workReferralFiles(ctx, limit) },
  { name: 'referral-files.purge', cron: everyTenMinutes, run: (limit) => purgeReferralFiles(ctx, limit) },
  { name: 'partner-credentials.purge-failures', cron: everyMinute, run: (limit) => purgeFailures(ctx, limit) },
  { name: 'market.fetch-wanted', cron: everyMinute, run: (limit) => fetchWanted(ctx, limit) },
  { name: 'market.rate-models', cron: everyMinute, run: (limit) => rateModels(ctx, limit) },
  { name: 'market.purge-listings', cron: everyMinute, run: (limit) => purgeListings(ctx, limit) },
  { name: 'documents.remove-orphans', cron: everyMinute, run: (limit) => removeOrphans(ctx, limit) },
  { name: 'documents.purge-upload-budgets', cron: everyTenMinutes, run: (limit) => purgeUploadBudgets(ctx, limit) },
  { name: 'intakes.remove-unproven-files', cron: everyMinute, run: except(ctx, removeUnprovenFiles) },
];

/** Work that becomes due by the minute: all of it is done once each of them has run. */
export const sweeps = (ctx: Ctx): Job[] =>
  jobs(ctx).filter(({ cron }) => cron === everyMinute || cron === everyTenMinutes);

/** What each worker measures, whichever worker does the work. */
export const measures = (ctx: Ctx): Sweep[] => [
  { name: 'calendar.measure', everyMs: 60_000, run: () => measureCalendar(ctx) },
  { name: 'certificates.measure', everyMs: 3_600_000, run: () => measureCertificate(ctx) },
  { name: 'documents.measure-free-space', everyMs: 60_000, run: () => measureFreeSpace(ctx) },
  ...ledgerMeasures(ctx),
  ...endpointMeasures(ctx),
  ...plateMeasures(ctx),
];

/** As clients see it: the proxy that ends TLS in front of us has the certificate. An unreachable address is absent. */
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

/** The data of the status page. */
export function statusMeasurements({ config }: Ctx): Measurements {
  const listRefused = watchReaders(config.readers);
  let asked = false;
  return {
    webhookWaitS: findLongestWait,
    messageWaitS: findMessageWait,
    readers: () => {
      // The first result is there by the next minute.
      const [refused, known] = [listRefused(), asked];
      asked = true;
      return known ? refused.length === 0 : undefined;
    },
  };
}

/** Since when calendar work has been overdue, according to the database. */
const overdueSince: Readonly<Record<string, (ctx: Ctx) => Promise<Date | undefined>>> = {
  'memberships.issue-statements': findStatementsOverdueSince,
  'events.maintain-partitions': findEventsOverdueSince,
  'webhooks.maintain-history': findHistoryOverdueSince,
  'request-log.maintain': findLogOverdueSince,
};

/** Each worker reports how late the calendar's work is, whichever worker should have done it. */
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

type Drained = { readonly ctx: Ctx; readonly worker: string };

/** Does the due work of all queues once and returns: for a process without loops. */
export async function drainQueues({ ctx, worker }: Drained): Promise<void> {
  await drain(messageQueue(ctx, messageOwners), worker);
  await deliverDue(ctx);
}

/** Rows per claim; an empty claim is the last. */
const rowsAtOnce = 100;

async function drain<Row, Outcome>(queue: ClaimedRows<Row, Outcome>, worker: string): Promise<void> {
  for (;;) {
    const rows = await queue.claim(worker, rowsAtOnce);
    if (rows.length === 0) return;
    const results = await Promise.all(rows.map(async (row) => ({ row, outcome: await queue.run(row) })));
    await queue.finish(worker, results);
  }
}
