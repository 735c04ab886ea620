import type { Ctx } from '#context';
import { listSubjectRows, type SubjectAction } from './store.ts';

/** More than anybody does about one object. */
const most = 500;

/** What users of an institution and staff did about one of its objects, oldest first; nothing that was refused. */
export const listSubjectActions = (
  ctx: Ctx,
  institutionId: string,
  subjectId: string,
): Promise<readonly SubjectAction[]> => listSubjectRows(ctx.db, { institutionId, subjectId, limit: most });
