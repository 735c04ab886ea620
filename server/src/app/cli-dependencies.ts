// What commands about the machine use of modules, by the file and not by the module's index: with it they would load the
// schemas and routes of everything, which takes longer than the command (docs/decisions/0103).
import type { Ctx } from '#context';

/** How documents are parsed on this machine; throws when they cannot be. */
export async function checkReaders(config: Ctx['config']): Promise<string> {
  const { checkReaders: check } = await import('#mount/documents/reading/check-readers');
  return check(config);
}

/** Creates the next days' partitions of all logs, and drops expired ones. */
export async function maintainLogs(ctx: Ctx): Promise<void> {
  const { maintainPartitions } = await import('#mount/webhooks/events/store');
  const { maintainHistory } = await import('#mount/webhooks/history/maintain-history');
  const { maintainLog } = await import('#mount/portal/request-retention/maintain-log');
  await maintainPartitions(ctx);
  await maintainHistory(ctx);
  await maintainLog(ctx);
}

/** Current and former members of the team. */
export async function describeTeam(ctx: Ctx) {
  const { describeTeam: describe } = await import('#mount/staff/members/describe-team');
  return describe(ctx);
}

/** Institutions in order of creation, after the given one. */
export async function describeInstitutions(ctx: Ctx, after: string) {
  const { describeInstitutions: describe } = await import('#mount/partners/describe-institutions');
  const { listPrincipalStatuses } = await import('#mount/credentials/agent-keys/agent-keys');
  return describe(ctx, after, listPrincipalStatuses);
}
