import type { Ctx, Tx } from '#context';
import { listTeamRows } from '../store.ts';

type TeamMember = { readonly id: string; readonly name: string; readonly active: boolean };

/** Everybody who is or was of the team, by name; only who is active can sign in. */
export const listTeam = async (ctx: Ctx | Tx): Promise<TeamMember[]> =>
  (await listTeamRows(ctx.db)).map(({ id, name, disabled_at: ended }) => ({ id, name, active: ended === null }));
