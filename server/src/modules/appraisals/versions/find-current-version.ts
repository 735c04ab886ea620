import type { Ctx } from '#context';
import { findCurrent } from '../rules.ts';
import { listVersions } from '../store.ts';
import { findVersionUrl } from './find-version-url.ts';

/** The version of a case's appraisal that counts, and where its page is; undefined while there is none. */
export type CurrentVersion = { readonly number: number; readonly url: string; readonly releasedAt: Date };

export async function findCurrentVersion(ctx: Ctx, consultationId: string): Promise<CurrentVersion | undefined> {
  const current = findCurrent(await listVersions(ctx.db, consultationId));
  return current && { number: current.number, url: findVersionUrl(ctx, current), releasedAt: current.releasedAt };
}
