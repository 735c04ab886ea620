import type { JobDefinition } from '#platform/jobs';

/** On the first of each month, for the month before (T10). */
export const issueStatementsJob: JobDefinition = { name: 'plans.issue-statements', cron: '0 6 1 * *' };
