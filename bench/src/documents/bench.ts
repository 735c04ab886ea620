// Documents: how right reports are read, and what files that mean harm come to.
import type { RunStack } from '#bench/run-stack';
import type { Size } from '#bench/size';
import { benchCheck } from './check.ts';
import { benchExtraction } from './extraction.ts';
import { benchHostile } from './hostile.ts';

export const documentParts = ['extraction', 'check', 'hostile'];

type DocumentOptions = { readonly size: Size; readonly part: string | undefined };

export async function benchDocuments(closing: RunStack, { size, part }: DocumentOptions): Promise<boolean> {
  const isWanted = (name: string) => part === undefined || part === name;
  const extraction = !isWanted('extraction') || (await benchExtraction(size));
  const check = !isWanted('check') || benchCheck(size);
  const hostile = !isWanted('hostile') || (await benchHostile(closing, size));
  return extraction && check && hostile;
}
