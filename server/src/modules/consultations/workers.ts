import type { Ctx } from '#context';
import { everyMinute, everyTenMinutes, type Job } from '#platform/jobs';
import { unassignEnded } from './assignees/assignees.ts';
import { closeQuiet, closeSettled } from './closing/closing.ts';
import type { ClosingSources } from './closing/facts.ts';
import { promoteConsultations } from './queue/claim-next.ts';
import type { FactSources } from './facts/source-facts.ts';
import { readDueMarkets } from './facts/refresh-facts.ts';

/** Market reads of cases from other sources than intakes; an intake's market is read while its agent waits. */
export const factJobs = (ctx: Ctx, sources: FactSources): Job[] => [
  { name: 'facts.read-due-markets', cron: everyMinute, run: (limit) => readDueMarkets(ctx, sources, limit) },
];

export { closeForErasure } from './closing/closing.ts';
export type { ClosingSources } from './closing/facts.ts';
export { listKnownContacts } from './contacts/contact-records.ts';
export { findCallWindow } from './contacts/contact-stops.ts';
export { isCallAhead } from './calls/log-call.ts';
export { isNumberWanted } from './numbers/numbers.ts';

export const consultationJobs = (ctx: Ctx): Job[] => [
  { name: 'consultations.promote', cron: everyMinute, run: (limit) => promoteConsultations(ctx, limit) },
  { name: 'consultations.unassign-ended', cron: everyMinute, run: (limit) => unassignEnded(ctx, limit) },
];

/** Closes inactive and settled cases, a few at a time, each in its own transaction. */
export const closingJobs = (ctx: Ctx, sources: ClosingSources): Job[] => [
  { name: 'consultations.close-settled', cron: everyMinute, run: (limit) => closeSettled(ctx, sources, limit) },
  { name: 'consultations.close-quiet', cron: everyTenMinutes, run: (limit) => closeQuiet(ctx, sources, limit) },
];
