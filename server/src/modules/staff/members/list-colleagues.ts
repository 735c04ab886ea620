import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { wholePage } from '#lib/api/pagination';
import { listTeam } from './list-team.ts';

/** To whom a case can be handed over: everybody who can sign in, oneself among them. */
export async function listColleagues(ctx: Ctx) {
  requireStaff(ctx.actor);
  const active = (await listTeam(ctx)).filter((member) => member.active);
  return wholePage(active.map(({ id, name }) => ({ id, name })));
}
