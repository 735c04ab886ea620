import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { listInstitutionAccess } from '#modules/partners';
import { listUsedSignUps } from './store.ts';

/** The newest; institutions that sign themselves up are looked at within days. */
const signUpsShown = 100;

/** Institutions that signed themselves up: who asked, when and what for, whether live was asked for, and whether it is open. */
export async function listSignUps(ctx: Ctx) {
  requireRole(ctx.actor, 'administrator');
  const rows = await listUsedSignUps(ctx.db, signUpsShown);
  const ids = rows.map(({ institution_id }) => institution_id);
  const accesses = await listInstitutionAccess(ctx, ids);
  return rows.map(({ institution_id, name, email, purpose, used_at }) => {
    const access = accesses.get(institution_id);
    return {
      institution_id,
      institution_name: access?.name ?? institution_id,
      name,
      email,
      purpose,
      signed_up_at: used_at.toISOString(),
      live_requested_at: access?.liveRequestedAt?.toISOString() ?? null,
      live_opened_at: access?.liveOpenedAt?.toISOString() ?? null,
    };
  });
}
