import type { PortalRole } from '#lib/api/portal-roles';
import { AppError, unauthorized } from '#platform/errors';

/** Who is acting. Made from a credential by the module that verifies it, or by a worker for itself. */
export type Actor =
  | { readonly kind: 'anonymous'; readonly address: string; readonly livemode?: boolean }
  /** A registered agent that showed its key; it sees and changes its own objects of one mode. */
  | {
      readonly kind: 'agent';
      readonly address: string;
      readonly principalId: string;
      readonly keyId: string;
      readonly livemode: boolean;
    }
  /** Somebody with a token that opens one intake, or, when it is not known, none. */
  | {
      readonly kind: 'poll';
      readonly address: string;
      readonly tokenHashes: readonly Buffer[];
      readonly livemode?: boolean;
    }
  | PartnerActor
  | StaffActor
  | PortalActor
  | PortalUserActor
  /** A worker, or the command line: then `runBy` is who ran it. */
  | { readonly kind: 'system'; readonly worker: string; readonly runBy?: string };

/** An institution that showed a key or signed its request. It sees and changes its own objects of one mode. */
export type PartnerActor = {
  readonly kind: 'partner';
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly role: 'full' | 'read_only';
  readonly credentialId: string;
  readonly credentialType: 'bearer' | 'signed';
};

/** A staff member, by a token or signed in on the board. */
export type StaffActor = {
  readonly kind: 'staff';
  readonly staffId: string;
  readonly role: StaffRole;
  /** The token (stk_) or the session (ses_) they were known by. */
  readonly credentialId: string;
  /** What the token is limited to; undefined for sessions, and for tokens that are not. */
  readonly scopes?: readonly string[] | undefined;
  /** Until when their session counts as freshly confirmed; undefined where it does not, and for tokens. */
  readonly freshUntil?: Date | undefined;
};

/** A user of the partner portal at one institution, in one mode. */
export type PortalActor = {
  readonly kind: 'portal';
  readonly userId: string;
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly role: PortalRole;
  /** The session (pse_) or the token they were known by. */
  readonly credentialId: string;
  /** Until when no new code is asked for; undefined where none was given. */
  readonly freshUntil: Date | undefined;
  /** What the token is limited to; undefined for sessions. */
  readonly limitedTo?: readonly string[] | undefined;
};

/** The same user before an institution is chosen: their own account. */
export type PortalUserActor = {
  readonly kind: 'portal user';
  readonly userId: string;
  readonly credentialId: string;
  readonly freshUntil: Date | undefined;
};

/** From the least to the most that a staff member may do. */
export const staffRoles = ['caller', 'lead', 'administrator'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The former name of the role caller, still read: in rows of an older process, in request bodies and on the command line. */
export const formerCallerRole = 'agent';

/** A role as it was stored or sent; undefined if there is none of that name. */
export const findStaffRole = (name: string): StaffRole | undefined =>
  staffRoles.find((role) => role === (name === formerCallerRole ? 'caller' : name));

/** Who is acting, for the log: kind and ids, never an address or what a credential is made of. */
export function describeActor(actor: Actor): { kind: string; id?: string; credential?: string } {
  const { kind } = actor;
  if (kind === 'agent') return { kind, id: actor.principalId, credential: actor.keyId };
  if (kind === 'partner') return { kind, id: actor.institutionId, credential: actor.credentialId };
  if (kind === 'staff') return { kind, id: actor.staffId, credential: actor.credentialId };
  if (kind === 'portal' || kind === 'portal user') return { kind, id: actor.userId, credential: actor.credentialId };
  return { kind };
}

/** Whether the actor is in the agents' sandbox, by the address they called; everybody else acts on what is live. */
export const isInAgentSandbox = (actor: Actor): boolean =>
  (actor.kind === 'anonymous' || actor.kind === 'agent' || actor.kind === 'poll') && actor.livemode === false;

/** The sandbox of agents has counters of its own. */
export const limitName = (name: string, actor: Actor): string => (isInAgentSandbox(actor) ? `sandbox-${name}` : name);

export type AgentActor = Extract<Actor, { kind: 'agent' }>;

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

export function requirePortal(actor: Actor): PortalActor {
  if (actor.kind !== 'portal') throw unauthorized();
  return actor;
}

export function requirePortalUser(actor: Actor): PortalUserActor {
  if (actor.kind !== 'portal user') throw unauthorized();
  return actor;
}

/** Whoever may do more may do this too. */
export function requireRole(actor: Actor, role: StaffRole): StaffActor {
  const staff = requireStaff(actor);
  if (staffRoles.indexOf(staff.role) < staffRoles.indexOf(role)) {
    throw roleRequired(role);
  }
  return staff;
}

export const roleRequired = (role: StaffRole): AppError =>
  new AppError('role_required', `This needs the role ${role}.`, { status: 403, details: { role } });

/** The names under which the role, or one that may do more, is stored. */
export const namesFrom = (role: StaffRole): string[] => {
  const names: string[] = staffRoles.slice(staffRoles.indexOf(role));
  return role === 'caller' ? [formerCallerRole, ...names] : names;
};
