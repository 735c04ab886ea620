import type { Ctx } from '#context';
import type { Sweep } from '#platform/jobs';
import { unassignEnded } from './assignees/assignees.ts';
import { closeQuiet, closeSettled } from './closing/closing.ts';
import type { ClosingSources } from './closing/facts.ts';
import { promoteConsultations } from './queue/claim-next.ts';
import type { FactSources } from './facts/source-facts.ts';
import { readDueMarkets } from './facts/refresh-facts.ts';

/** Market reads of cases that are no intakes; theirs are made while their agent waits. */
export const factSweeps = (ctx: Ctx, sources: FactSources): Sweep[] => [
  { name: 'facts.read-due-markets', everyMs: 5000, run: (limit) => readDueMarkets(ctx, sources, limit) },
];

export { closeForErasure } from './closing/closing.ts';
export type { ClosingSources } from './closing/facts.ts';
export { listKnownContacts } from './contacts/contact-records.ts';
export { findCallWindow } from './contacts/contact-stops.ts';
export { isCallAhead } from './calls/log-call.ts';
export { isNumberWanted } from './numbers/numbers.ts';

export const consultationSweeps = (ctx: Ctx): Sweep[] => [
  { name: 'consultations.promote', everyMs: 5_000, run: (limit) => promoteConsultations(ctx, limit) },
  { name: 'consultations.unassign-ended', everyMs: 5_000, run: (limit) => unassignEnded(ctx, limit) },
];

/** Ends what nothing more happens to, a few at a time: each is a transaction of its own. */
export const closingSweeps = (ctx: Ctx, sources: ClosingSources): Sweep[] => [
  { name: 'consultations.close-settled', everyMs: 60_000, run: (limit) => closeSettled(ctx, sources, limit) },
  { name: 'consultations.close-quiet', everyMs: 600_000, run: (limit) => closeQuiet(ctx, sources, limit) },
];
