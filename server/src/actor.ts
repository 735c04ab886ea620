import { unauthorized } from '#platform/errors';

/** Who is acting. Made by the access module from a credential, or by a worker for itself. */
export type Actor =
  | { readonly kind: 'anonymous'; readonly address: string }
  /** A registered agent that showed its key. */
  | { readonly kind: 'agent'; readonly address: string; readonly principalId: string; readonly keyId: string }
  /** Somebody with a token that opens one intake, or, when it is not known, none. */
  | { readonly kind: 'poll'; readonly address: string; readonly intakeId: string | undefined }
  | PartnerActor
  | { readonly kind: 'staff'; readonly staffId: string; readonly tokenId: string }
  | { readonly kind: 'system'; readonly worker: string };

/** An institution that showed a key or signed its request. It sees and changes its own objects of one mode. */
export type PartnerActor = {
  readonly kind: 'partner';
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly role: 'full' | 'read_only';
  readonly credentialId: string;
  readonly credentialType: 'bearer' | 'signed';
};

export type AgentActor = Extract<Actor, { kind: 'agent' }>;
export type StaffActor = Extract<Actor, { kind: 'staff' }>;

export function requireAgent(actor: Actor): AgentActor {
  if (actor.kind !== 'agent') throw unauthorized();
  return actor;
}

export function requirePartner(actor: Actor): PartnerActor {
  if (actor.kind !== 'partner') throw unauthorized();
  return actor;
}

export function requireStaff(actor: Actor): StaffActor {
  if (actor.kind !== 'staff') throw unauthorized();
  return actor;
}
