import { addDays } from '#lib/time/dates';
import type { RequestKind } from './schemas.ts';

/**
 * Days in which whoever asks about their data is answered: what California gives a business (Civil Code § 1798.130(a)(2)(A)),
 * taken for everybody.
 */
const answerDays = 45;

/** By when it must be answered; undefined of what is no question about data. */
export const dueAt = ({ kind, createdAt }: { readonly kind: RequestKind; readonly createdAt: Date }) =>
  kind === 'reopen' ? undefined : addDays(createdAt, answerDays);

/** Binds what a customer wrote to its row. */
export const requestAad = (id: string): string => `self_service.requests/${id}`;
