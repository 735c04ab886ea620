import type { Ctx } from '#context';
import { FileProblem } from '#lib/tables/file-problem';
import { partKeys } from '../rules.ts';

export type StoredFile = { readonly institutionId: string; readonly id: string; readonly parts: number };

/** The bytes of a stored file, from its first part to its last. */
export async function* readParts({ objects }: Pick<Ctx, 'objects'>, file: StoredFile): AsyncGenerator<Uint8Array> {
  for (const key of partKeys(file, file.parts)) {
    const part = await objects.find(key);
    if (part === undefined) throw new FileProblem('file_gone');
    for await (const chunk of part.content) yield chunk as Uint8Array;
  }
}
