import type { Ctx } from '#context';
import { purgeConsoleSessions } from '#modules/agent-console';
import { purgePortalSessions, purgeSignIns } from '#modules/portal-users';
import { purgeSessions } from '#modules/staff';
import { purgeFailures, purgeNonces } from '#mount/partner-credentials/jobs';
import { reconcileHolds, purgeProviderEvents, warnOfHolds } from '#mount/checkout/workers';
import { expireHeld, purgeBudgets, purgeSandboxMessages } from '#mount/customers/jobs';
import { measureFreeSpace, purgeUploadBudgets, removeOrphans } from '#modules/documents';
import { statusSweeps } from '#mount/status/workers';
import { expireIntakes, removeUnprovenFiles } from '#modules/intakes';
import { fetchWanted, purgeAllowances, purgeListings, rateModels } from '#modules/market';
import { issueDueStatements } from '#modules/memberships';
import { purgeContactChanges } from '#modules/partners';
import { expireReferrals } from '#modules/referrals';
import { listHeldIds } from '#modules/privacy';
import { purgeReplies } from '#modules/replies';
import { purgePlateAnswers } from '#modules/vehicles';
import { purgeReferralFiles, workReferralFiles } from '#modules/referral-files';
import { purgeRosterFiles, workRosterFiles } from '#modules/roster-files';
import { purgeStoredResponses } from '#platform/idempotency';
import type { Sweep } from '#platform/jobs';
import { agentSandboxSweeps } from '#mount/agent-sandbox/workers';
import { anchorSweeps } from '#mount/anchors/workers';
import { consentSweeps } from '#mount/consent/workers';
import { closingSweeps, consultationSweeps } from '#mount/consultations/workers';
import { factSweeps } from '#mount/facts/workers';
import { privacySweeps } from '#mount/privacy/workers';
import { requestLogSweeps } from '#mount/request-log/workers';
import { sandboxSweeps } from '#mount/sandbox/workers';
import { deliverySweeps, warningSweep } from '#mount/webhooks/workers';
import { measureCalendar } from './calendar.ts';
import { statusMeasurements } from './status-measurements.ts';
import { measureCertificate } from './measure-certificate.ts';
import { closeErased, closingSources, consultationSources, factSources, notifyTechnicalContacts } from '#app/bindings';

type Purge = (ctx: Ctx, what: { readonly limit: number; readonly except: readonly string[] }) => Promise<number>;

/** What a legal hold is in force for does not end by itself. */
const except =
  (ctx: Ctx, purge: Purge) =>
  async (limit: number): Promise<number> =>
    purge(ctx, { limit, except: await listHeldIds(ctx) });

/** All periodic work. */
export const sweeps = (ctx: Ctx): Sweep[] => [
  ...consultationSweeps(ctx, consultationSources.contacts),
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
  { name: 'portal-users.purge-sessions', everyMs: 600_000, run: (limit) => purgePortalSessions(ctx, limit) },
  { name: 'portal-users.purge-sign-ins', everyMs: 600_000, run: (limit) => purgeSignIns(ctx, limit) },
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
