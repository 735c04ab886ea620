import { type Box, zipTable } from './zip-data.ts';

/** A box around all ZIPs of a state. */
export const findStateBox = (state: string): Box | undefined => zipTable().boxes.get(state);
