import { unauthorized } from '#platform/errors';

/** Who is acting. Made by the access module from a credential, or by a worker for itself. */
export type Actor =
  | { readonly kind: 'anonymous'; readonly address: string }
  /** Somebody presented a credential that opens nothing by itself; what it may open is asked per object. */
  | { readonly kind: 'poll'; readonly address: string; readonly intakeId: string | undefined }
  | { readonly kind: 'staff'; readonly staffId: string; readonly tokenId: string }
  | { readonly kind: 'system'; readonly worker: string };

export type StaffActor = Extract<Actor, { kind: 'staff' }>;

export function requireStaff(actor: Actor): StaffActor {
  if (actor.kind !== 'staff') throw unauthorized();
  return actor;
}
