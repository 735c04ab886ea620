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
      const { issued, unpriced } = await issueStatements(ctx, period);
      ctx.log.info({ period, issued }, 'plans.statements-issued');
      for (const { institution_id: institution, plan } of unpriced)
        ctx.log.error({ period, institution, plan }, 'plans.statement-unpriced');
      // Tried again later: whoever gives the plan a price need not remember to run the month as well.
      if (unpriced.length > 0) throw new Error('some statements could not be issued');
    },
  },
];
