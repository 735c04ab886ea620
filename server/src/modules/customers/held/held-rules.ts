import { createHash } from 'node:crypto';

/** What is held this long has lost its use: the case has been called, or the link is about to lapse. */
export const heldDaysMax = 7;

/** Groups on one page; more of them at once are an attack, which ends with the same few budgets. */
export const groupsMax = 200;

/** Messages that one press allows or drops; few enough for one transaction. */
export const messagesPerTurn = 1000;

/** A group's name in addresses and in the audit trail: what holds it may be the address of a person. */
export const groupId = (heldBy: string): string =>
  `hld_${createHash('sha256').update(heldBy).digest('hex').slice(0, 24)}`;

/** Every kind of cap and budget, as metrics and the board name them. */
export const heldKinds = ['recipient', 'address', 'network', 'agent', 'institution', 'anonymous', 'global'] as const;

export type HeldKind = (typeof heldKinds)[number];

export function toHeldKind(heldBy: string): HeldKind {
  const [name] = heldBy.split('/', 1);
  return heldKinds.find((kind) => kind === name) ?? 'global';
}
