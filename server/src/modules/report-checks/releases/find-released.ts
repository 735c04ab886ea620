import type { Ctx } from '#context';
import type { Db } from '#platform/db';
import { releaseAad } from '../rules.ts';
import type { ReportFinding } from '../schemas.ts';
import { findNewest } from '../store.ts';

export type ReleasedFindings = {
  readonly findings: readonly ReportFinding[];
  readonly by: string;
  readonly at: Date;
};

/** What the customer sees of the check, as it was released; undefined where nothing is. */
export async function findReleased(
  { db, vault }: Pick<Ctx, 'vault'> & { readonly db: Db },
  consultationId: string,
): Promise<ReleasedFindings | undefined> {
  const row = await findNewest(db, consultationId);
  if (row === undefined || row.sealedFindings === null) return undefined;
  const findings = JSON.parse(vault.decrypt(row.sealedFindings, releaseAad(row.id))) as ReportFinding[];
  return { findings, by: row.staffId, at: row.at };
}
