import type { Ctx } from '#context';
import { reviewBefore } from '../rules.ts';
import { listToReview } from './document-store.ts';

type FileToReview = { readonly id: string; readonly intakeId: string };

/** Documents whose file has been stored as long as an unproven one may be, oldest first. */
export const listFilesToReview = ({ db, clock, config }: Ctx, limit: number): Promise<FileToReview[]> =>
  listToReview(db, reviewBefore(clock.now(), config.uploads), limit);
