// Documents: how right reports are read, and what files that mean harm come to.
import type { RunStack } from '#bench/run-stack';
import type { Size } from '#bench/size';
import { benchExtraction } from './extraction.ts';
import { benchHostile } from './hostile.ts';

export const documentParts = ['extraction', 'hostile'];

type DocumentOptions = { readonly size: Size; readonly part: string | undefined };

export async function benchDocuments(closing: RunStack, { size, part }: DocumentOptions): Promise<boolean> {
  const extraction = part === 'hostile' || (await benchExtraction(size));
  const hostile = part === 'extraction' || (await benchHostile(closing, size));
  return extraction && hostile;
}
