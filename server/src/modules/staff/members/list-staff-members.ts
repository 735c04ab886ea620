import { findStaffRole, requireStaff } from '#actor';
import type { Ctx } from '#context';
import { wholePage } from '#lib/api/pagination';
import { isSpokenLanguage } from '../rules.ts';
import { idleWindow } from '../sessions/rules.ts';
import { listStaffRows } from '../store.ts';

/** All staff members. */
export async function listStaffMembers(ctx: Ctx) {
  requireStaff(ctx.actor);
  const rows = await listStaffRows(ctx.db, idleWindow(ctx));
  return wholePage(
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      role: findStaffRole(row.role) ?? 'caller',
      languages: row.languages.filter(isSpokenLanguage),
      created_at: row.created_at.toISOString(),
      disabled_at: row.disabled_at?.toISOString() ?? null,
      identity_bound: row.oidc_subject !== null,
      password_set: row.set_at !== null,
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
      signed_in_at: row.signed_in_at?.toISOString() ?? null,
      failed_tries: Number(row.failed_tries ?? 0),
      failed_networks: Number(row.failed_networks ?? 0),
      sessions: Number(row.sessions ?? 0),
      setup_expires_at: row.setup_expires_at?.toISOString() ?? null,
    })),
  );
}
