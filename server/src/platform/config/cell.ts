import { cellPattern } from '#lib/tokens/tagged-token';
import type { EnvReader } from './reader.ts';

/** The tag of the cell that this process belongs to; what it issues begins with it. */
export function readCell(read: EnvReader): string {
  const cell = read.text('CELL', '00');
  if (!cellPattern.test(cell)) read.problems.push('CELL must be two letters or digits');
  return cell;
}
