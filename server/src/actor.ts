import { unauthorized } from '#platform/errors';

/** Who is acting. Made by the access module from a credential, or by a worker for itself. */
export type Actor =
  | { readonly kind: 'anonymous'; readonly address: string }
  /** A registered agent that showed its key. */
  | { readonly kind: 'agent'; readonly address: string; readonly principalId: string; readonly keyId: string }
  /** Somebody with a token that opens one intake, or, when it is not known, none. */
  | { readonly kind: 'poll'; readonly address: string; readonly intakeId: string | undefined }
  | { readonly kind: 'staff'; readonly staffId: string; readonly tokenId: string }
  | { readonly kind: 'system'; readonly worker: string };

export type AgentActor = Extract<Actor, { kind: 'agent' }>;
export type StaffActor = Extract<Actor, { kind: 'staff' }>;

export function requireAgent(actor: Actor): AgentActor {
  if (actor.kind !== 'agent') throw unauthorized();
  return actor;
}

export function requireStaff(actor: Actor): StaffActor {
  if (actor.kind !== 'staff') throw unauthorized();
  return actor;
}
