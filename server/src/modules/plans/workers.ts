import type { Ctx } from '#context';
import type { JobBinding } from '#platform/jobs';
import { issueStatements } from './issue-statements.ts';
import { issueStatementsJob } from './jobs.ts';
import { previousPeriod } from './rules.ts';

export const planJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: issueStatementsJob,
    run: async () => {
      const period = previousPeriod(ctx.clock.now());
      const issued = await issueStatements(ctx, period);
      ctx.log.info({ period, issued }, 'plans.statements-issued');
    },
  },
];
