// Documents: how right reports are read, and what files that mean harm come to.
import type { Closing } from '#bench/closing';
import { benchExtraction } from './extraction.ts';
import { benchHostile } from './hostile.ts';

export const documentParts = ['extraction', 'hostile'];

export type DocumentOptions = { readonly quick: boolean; readonly part: string | undefined };

export async function benchDocuments(closing: Closing, { quick, part }: DocumentOptions): Promise<boolean> {
  const extraction = part === 'hostile' || (await benchExtraction(quick));
  const hostile = part === 'extraction' || (await benchHostile(closing, quick));
  return extraction && hostile;
}
