// Bugs that are planted into the service to see that a walk finds them. A walk that does not notice proves nothing.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const plants = ['forgotten-contact', 'lost-event', 'vehicle-twice', 'clock-of-utc', 'cent-off'] as const;

export type Plant = (typeof plants)[number];

/** From here on this process has the bug. */
export async function sow(plant: Plant): Promise<void> {
  await import(`./${plant}.ts`);
}

type Grown = { readonly plant: Plant; readonly caught: boolean; readonly words: string };

/** A walk with the bug in a process of its own, since a plant cannot be removed from a process. */
export function grow(plant: Plant, args: readonly string[]): Grown {
  const front = fileURLToPath(new URL('../../walk.ts', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [front, '--plant', plant, ...args], { encoding: 'utf8' });
  return { plant, caught: status === 0, words: stdout };
}
