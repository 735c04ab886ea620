import { prepared, type Db } from '#platform/db';

const erased = prepared<[sourceIds: readonly string[]], { at: Date }>(
  'privacy.find-erased-at',
  'select max(erased_at) as at from privacy.erasures where subject_id = any($1::text[]) having count(*) > 0',
);

/** When the personal data of a case was erased. */
export const findErasedAt = async (db: Db, sourceIds: readonly string[]): Promise<Date | undefined> =>
  (await db.find(erased(sourceIds)))?.at;

export type ConsultationHold = {
  readonly id: string;
  readonly kind: 'case' | 'institution';
  readonly reason: string;
  readonly placed_by: string;
  readonly placed_at: Date;
};

const holds = prepared<[subjectIds: readonly string[]], ConsultationHold>(
  'privacy.list-holds-of-case',
  `select id, kind, reason, placed_by, placed_at from privacy.legal_holds
   where lifted_at is null and subject_id = any($1::text[]) order by placed_at, id`,
);

/** Legal holds in force for these cases and institutions. */
export const listHoldsOf = (db: Db, subjectIds: readonly string[]) => db.many(holds(subjectIds));
