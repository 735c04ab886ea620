import { askReader } from './ask-reader.ts';
import { runConfinedHere } from './run-confined-here.ts';
import type { Confined, Ran } from './run-limited.ts';

/**
 * Runs a program on a file from an untrusted sender: in the process `reader` where there is one, otherwise as a child of
 * this process. Throws when it cannot be run at all.
 */
export async function runConfined(confined: Confined): Promise<Ran> {
  const socket = confined.reader?.socket;
  return socket === undefined ? runConfinedHere(confined) : askReader(socket, confined);
}
