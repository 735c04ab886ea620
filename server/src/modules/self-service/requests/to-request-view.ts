import type { Ctx } from '#context';
import { dueAt, requestAad } from '../rules.ts';
import type { RequestView } from '../schemas.ts';
import type { RequestRow } from '../store.ts';

export const toRequestView = ({ vault }: Pick<Ctx, 'vault'>, row: RequestRow): RequestView => ({
  id: row.id,
  consultation_id: row.consultationId,
  kind: row.kind,
  words: row.encryptedWords === null ? null : vault.decrypt(row.encryptedWords, requestAad(row.id)),
  created_at: row.createdAt.toISOString(),
  due_at: dueAt(row)?.toISOString() ?? null,
  done_at: row.doneAt?.toISOString() ?? null,
});
