import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import type { Command } from '../command.ts';

/** A forgotten token expires on its own. */
const tokenDays = 365;

function endOf({ clock }: Ctx, end: string | undefined): Date | undefined {
  if (end === 'never') return undefined;
  return end === undefined ? addDays(clock.now(), tokenDays) : new Date(end);
}

/** Manages staff members from the command line. */
export const staffCommands: readonly Command[] = [
  {
    name: 'staff create',
    about: 'Add a staff member. --role: caller, lead or administrator (default: caller). --languages: es for Spanish',
    options: ['email', 'name'],
    optional: ['role', 'languages'],
    async run(ctx, { email = '', name = '', role, languages }) {
      const { createStaffMember } = await import('#modules/staff');
      const spoken = languages?.split(',').map((one) => one.trim());
      const { staffId } = await createStaffMember(ctx, { email, name, role, languages: spoken });
      return { ok: true, result: { id: staffId }, lines: [`created ${staffId}`] };
    },
  },
  {
    name: 'staff list',
    about: 'List the team: id, role, active or disabled, sign-in methods, last seen, email, name',
    options: [],
    anyClock: true,
    anyKeys: true,
    async run(ctx) {
      const { describeTeam } = await import('#app/cli-dependencies');
      const staff = await describeTeam(ctx);
      const lines = staff.map((one) =>
        [
          one.id,
          one.role.padEnd(13),
          one.active ? 'active  ' : 'disabled',
          one.signs_in_with.join('+') || 'cannot sign in yet',
          one.last_seen_at ?? 'never seen',
          one.email,
          one.name,
        ].join('  '),
      );
      return { ok: true, result: { staff }, lines: lines.length === 0 ? ['The team has no members yet.'] : lines };
    },
  },
  {
    name: 'staff password',
    about: 'Create a link for a staff member to set a password and an authenticator. It works once, for one day',
    options: ['email'],
    async run(ctx, { email = '' }) {
      const { createSetup } = await import('#modules/staff');
      const { url, expiresAt } = await createSetup(ctx, email);
      return { ok: true, result: { url, expires_at: expiresAt.toISOString() }, lines: [url] };
    },
  },
  {
    name: 'staff token create',
    about:
      'Create a token for scripts that act as a staff member. It is shown once. --scopes: for example read,webhooks for read access plus full access to webhooks (default: all). --expires-at: a time, or never (default: in one year)',
    options: ['email', 'label'],
    optional: ['scopes', 'expires-at'],
    async run(ctx, { email = '', label = '', scopes, 'expires-at': end }) {
      const { createStaffToken } = await import('#modules/staff');
      const wanted = scopes?.split(',').map((one) => one.trim());
      const { tokenId, token } = await createStaffToken(ctx, {
        email,
        label,
        scopes: wanted,
        expiresAt: endOf(ctx, end),
      });
      return { ok: true, result: { id: tokenId, token }, lines: [`created ${tokenId}`, token] };
    },
  },
  {
    name: 'staff token list',
    about: 'List the tokens of a staff member: id, label, creation time, active or revoked, scopes, expiry',
    options: ['email'],
    anyClock: true,
    async run(ctx, { email = '' }) {
      const { listStaffTokens } = await import('#modules/staff');
      const tokens = await listStaffTokens(ctx, email);
      const lines = tokens.map((token) =>
        [
          token.id,
          token.label,
          token.created_at,
          token.revoked_at === null ? 'active' : 'revoked',
          token.scopes?.join() ?? 'all',
          token.expires_at ?? 'never',
        ].join('  '),
      );
      return { ok: true, result: { tokens }, lines: lines.length === 0 ? ['This staff member has no tokens.'] : lines };
    },
  },
  {
    name: 'staff token revoke',
    about: 'Revoke a token by its id. It stops working immediately',
    options: ['token'],
    async run(ctx, { token = '' }) {
      const { revokeStaffToken } = await import('#modules/staff');
      await revokeStaffToken(ctx, token);
      return { ok: true, result: { id: token, revoked: true }, lines: [`revoked ${token}`] };
    },
  },
];
