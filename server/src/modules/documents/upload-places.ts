import type { Actor } from '#actor';
import { addressBucket } from '#lib/address';
import { tooManyUploads } from './errors.ts';
import { documentsMax } from './rules.ts';

/** All documents of an intake at once, and two that turn out to be too many. */
const perIntake = documentsMax + 2;
/** Under half of the files that may wait to be read, so that nobody alone can take every place. */
const perCaller = { anonymous: 12, registered: 24 } as const;

/** How many uploads are under way in this process, by whose they are. */
const underWay = new Map<string, number>();

export type Uploader = { readonly actor: Actor; readonly intakeId: string };

/**
 * Runs `work` if the intake and the caller have a place left for one more upload, from its first byte to its answer.
 * A bound on what is done at the same time, not on how often: who waits for answers never meets it (decision 67).
 */
export async function inUploadPlace<T>({ actor, intakeId }: Uploader, work: () => Promise<T>): Promise<T> {
  const places = [
    { name: `intake/${intakeId}`, most: perIntake },
    { name: `caller/${callerOf(actor)}`, most: actor.kind === 'agent' ? perCaller.registered : perCaller.anonymous },
  ];
  if (places.some(({ name, most }) => (underWay.get(name) ?? 0) >= most)) throw tooManyUploads();
  for (const { name } of places) underWay.set(name, (underWay.get(name) ?? 0) + 1);
  try {
    return await work();
  } finally {
    for (const { name } of places) leave(name);
  }
}

function leave(name: string): void {
  const left = (underWay.get(name) ?? 0) - 1;
  if (left > 0) underWay.set(name, left);
  else underWay.delete(name);
}

/** Whose uploads are counted together: those of an agent with a key, or of an address without one. */
export function callerOf(actor: Actor): string {
  if (actor.kind === 'agent') return actor.principalId;
  return 'address' in actor ? addressBucket(actor.address) : actor.kind;
}
