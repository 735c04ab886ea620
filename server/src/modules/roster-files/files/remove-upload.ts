import type { Ctx } from '#context';
import { partKeys, partsMax } from '../rules.ts';

/** Removes every part that an upload can have left; may be repeated. */
export async function removeUpload(
  { objects }: Pick<Ctx, 'objects'>,
  file: { readonly institutionId: string; readonly id: string; readonly parts?: number },
): Promise<void> {
  for (const key of partKeys(file, file.parts === undefined || file.parts === 0 ? partsMax : file.parts))
    await objects.delete(key);
}
