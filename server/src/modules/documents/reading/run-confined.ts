import { sandbox } from './sandbox-data.ts';
import { hasSandbox } from './has-sandbox.ts';
import { type Confined, type Ran, runLimited } from './run-limited.ts';

/** Runs a program under resource limits and, where available, in a sandbox. Throws when it cannot be run at all. */
export async function runConfined(confined: Confined): Promise<Ran> {
  return runLimited(confined, (await hasSandbox()) ? sandbox : []);
}
