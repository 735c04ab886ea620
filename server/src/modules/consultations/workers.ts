import type { Ctx } from '#context';
import type { Sweep } from '#platform/jobs';
import { fillContacts } from './contacts/fill-contacts.ts';
import type { ConsultationSources } from './facts.ts';
import { promoteConsultations } from './queue/promote-consultations.ts';

export { findCallWindow } from './contacts/find-call-window.ts';
export { isNumberWanted } from './numbers/is-number-wanted.ts';

export const consultationSweeps = (ctx: Ctx, sources: ConsultationSources['contacts']): Sweep[] => [
  { name: 'consultations.promote', everyMs: 5_000, run: (limit) => promoteConsultations(ctx, limit) },
  { name: 'consultations.fill-contacts', everyMs: 5_000, run: (limit) => fillContacts(ctx, sources, limit) },
];
