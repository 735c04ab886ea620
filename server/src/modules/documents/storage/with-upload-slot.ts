import { isInAgentSandbox, type Actor } from '#actor';
import { tooManyUploads } from '../errors.ts';
import { documentsMax, clientOf } from '../rules.ts';

/** All documents of an intake at once, and two that turn out to be too many. */
const perIntake = documentsMax + 2;
/** Under half of the files that may wait to be read, so that no client can take every slot. */
const perClient = { anonymous: 12, registered: 24 } as const;

/** The sandbox of agents reads with the same programs, and takes few of their turns, however many try it. */
const perSandbox = 4;

/** Uploads under way in this process, by intake and by client. */
const underWay = new Map<string, number>();

/** Known by name, with several people or programs behind it. */
const isRegistered = (actor: Actor): boolean =>
  (actor.kind === 'agent' && !isInAgentSandbox(actor)) || actor.kind === 'portal';

type Uploader = { readonly actor: Actor; readonly intakeId: string };

/**
 * Runs `work` if the intake and the client have a slot left for one more upload, from its first byte to its answer. It
 * bounds concurrency, not frequency: a client that waits for its answers never exceeds it (D-067).
 */
export async function withUploadSlot<T>({ actor, intakeId }: Uploader, work: () => Promise<T>): Promise<T> {
  const slots = [
    { name: `intake/${intakeId}`, most: perIntake },
    { name: `caller/${clientOf(actor)}`, most: isRegistered(actor) ? perClient.registered : perClient.anonymous },
    ...(isInAgentSandbox(actor) ? [{ name: 'sandbox', most: perSandbox }] : []),
  ];
  if (slots.some(({ name, most }) => (underWay.get(name) ?? 0) >= most)) throw tooManyUploads();
  for (const { name } of slots) underWay.set(name, (underWay.get(name) ?? 0) + 1);
  try {
    return await work();
  } finally {
    for (const { name } of slots) leave(name);
  }
}

function leave(name: string): void {
  const left = (underWay.get(name) ?? 0) - 1;
  if (left > 0) underWay.set(name, left);
  else underWay.delete(name);
}
