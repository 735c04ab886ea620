import type { CellRow } from './cell-rules.ts';
import { zipTable } from './zip-data.ts';

/** The cells in which a state's listings are. */
export const findStateRows = (state: string): readonly CellRow[] | undefined => zipTable().rows.get(state);
