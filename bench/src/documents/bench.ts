// Documents: how right reports are read, and what files that mean harm come to.
import type { Closing } from '#bench/closing';
import type { Size } from '#bench/size';
import { benchExtraction } from './extraction.ts';
import { benchHostile } from './hostile.ts';

export const documentParts = ['extraction', 'hostile'];

export type DocumentOptions = { readonly size: Size; readonly part: string | undefined };

export async function benchDocuments(closing: Closing, { size, part }: DocumentOptions): Promise<boolean> {
  const extraction = part === 'hostile' || (await benchExtraction(size));
  const hostile = part === 'extraction' || (await benchHostile(closing, size));
  return extraction && hostile;
}
