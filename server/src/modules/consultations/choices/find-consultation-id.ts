import type { Ctx } from '#context';
import { findIdByNumber } from './store.ts';

/** By the number that customers know it by; undefined when there is none. */
export const findConsultationId = ({ db }: Pick<Ctx, 'db'>, number: string): Promise<string | undefined> =>
  findIdByNumber(db, number);
