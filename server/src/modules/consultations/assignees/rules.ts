import type { StaffActor } from '#actor';
import type { Assignment } from './store.ts';

type Wanted = {
  readonly actor: Pick<StaffActor, 'staffId' | 'role'>;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

export type AssignVerdict =
  | { readonly kind: 'assign'; readonly how: Assignment['how'] }
  /** It is so already. */
  | { readonly kind: 'same' }
  | { readonly kind: 'lead_only' };

/** Everybody may take a case, and hand over or give up one of their own; leads give any case to anybody. */
export function decideAssign({ actor: { staffId, role }, before, after }: Wanted): AssignVerdict {
  if (before === after) return { kind: 'same' };
  if (after === staffId) return { kind: 'assign', how: 'taken' };
  if (before === staffId) return { kind: 'assign', how: after === undefined ? 'dropped' : 'handed' };
  if (role === 'caller') return { kind: 'lead_only' };
  return { kind: 'assign', how: after === undefined ? 'dropped' : 'assigned' };
}
