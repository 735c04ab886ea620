import type { Actor } from '#actor';
import { forbidden, unauthorized } from '#platform/errors';

type Wanted = { readonly institutionId: string | undefined; readonly livemode: boolean };

/**
 * The team sees every institution; an institution sees itself, in the mode of its credential, or of the portal's path. `refuse` is thrown at another
 * one: of a single thing it says that there is none, so that nobody learns whose ids exist.
 */
export function requireReader(actor: Actor, { institutionId, livemode }: Wanted, refuse = forbidden): void {
  if (actor.kind === 'staff') return;
  if (actor.kind !== 'partner' && actor.kind !== 'portal') throw unauthorized();
  if (actor.institutionId !== institutionId || actor.livemode !== livemode) throw refuse();
}
