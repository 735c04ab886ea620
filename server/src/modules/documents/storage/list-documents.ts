import type { Ctx } from '#context';
import { documentsMax } from '../rules.ts';
import type { DocumentView } from '../schemas.ts';
import { listOf } from './document-store.ts';
import { toDocumentView } from './to-document-view.ts';

/** The documents of an intake, oldest first. */
export async function listDocuments(ctx: Pick<Ctx, 'db'>, intakeId: string): Promise<DocumentView[]> {
  return (await listOf(ctx.db, intakeId, documentsMax)).map(toDocumentView);
}
