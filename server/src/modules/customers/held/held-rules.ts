import { createHash } from 'node:crypto';

/** After this long a held message is no longer useful: the customer has been called, or the link is about to expire. */
export const heldDaysMax = 7;

/** Groups on one page. More at once mean an attack, which ends up in the same few budgets. */
export const groupsMax = 200;

/** Messages that one action allows or drops; few enough for one transaction. */
export const messagesPerTurn = 1000;

/** A group's name in addresses and in the audit trail, because the scope itself may be a personal address. */
export const groupId = (heldBy: string): string =>
  `hld_${createHash('sha256').update(heldBy).digest('hex').slice(0, 24)}`;

/** All kinds of caps and budgets, as metrics and the board name them. */
export const heldKinds = ['recipient', 'address', 'network', 'agent', 'institution', 'anonymous', 'global'] as const;

export type HeldKind = (typeof heldKinds)[number];

export function toHeldKind(heldBy: string): HeldKind {
  const [name] = heldBy.split('/', 1);
  return heldKinds.find((kind) => kind === name) ?? 'global';
}
