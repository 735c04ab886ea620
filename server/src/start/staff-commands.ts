import type { StaffRole } from '#actor';
import { createSetup, createStaff, createStaffToken, endStaffToken, listTokensOf } from '#modules/access';
import { verifyChain } from '#modules/audit';
import type { Command } from './command.ts';

/** The team from the command line, and whether its trail is whole. */
export const staffCommands: readonly Command[] = [
  {
    name: 'staff create',
    about: 'add a person to the team: agent, lead or administrator, which they are unless told',
    options: ['email', 'name'],
    optional: ['role'],
    async run(ctx, { email = '', name = '', role }) {
      const { staffId } = await createStaff(ctx, { email, name, role: role as StaffRole | undefined });
      return { ok: true, result: { id: staffId }, lines: [`created ${staffId}`] };
    },
  },
  {
    name: 'staff password',
    about: 'make a link with which that person sets password and authenticator, once, within a day',
    options: ['email'],
    async run(ctx, { email = '' }) {
      const { url, expiresAt } = await createSetup(ctx, email);
      return { ok: true, result: { url, expires_at: expiresAt.toISOString() }, lines: [url] };
    },
  },
  {
    name: 'staff token create',
    about: 'make a token with which automation acts as that person; it is shown once',
    options: ['email', 'label'],
    async run(ctx, { email = '', label = '' }) {
      const { tokenId, token } = await createStaffToken(ctx, { email, label });
      return { ok: true, result: { id: tokenId, token }, lines: [`created ${tokenId}`, token] };
    },
  },
  {
    name: 'staff token list',
    about: 'list the tokens of that person: id, label, when it was made, whether it was revoked',
    options: ['email'],
    async run(ctx, { email = '' }) {
      const tokens = await listTokensOf(ctx, email);
      const lines = tokens.map((token) =>
        [token.id, token.label, token.created_at, token.revoked_at === null ? 'active' : 'revoked'].join('  '),
      );
      return { ok: true, result: { tokens }, lines: lines.length === 0 ? ['That person has no tokens.'] : lines };
    },
  },
  {
    name: 'staff token revoke',
    about: 'revoke a token by its id; it is refused from the next call on',
    options: ['token'],
    async run(ctx, { token = '' }) {
      await endStaffToken(ctx, token);
      return { ok: true, result: { id: token, revoked: true }, lines: [`revoked ${token}`] };
    },
  },
  {
    name: 'audit verify',
    about: 'walk the audit trail and say whether a row was changed or taken away; --anchor is the end it had before',
    options: [],
    optional: ['anchor'],
    async run(ctx, { anchor }) {
      const verdict = await verifyChain(ctx, anchor);
      const { ok, rows, problem } = verdict;
      const lines = ok ? [`ok: ${rows} rows`, `anchor ${verdict.anchor}`] : [`BROKEN after row ${rows}: ${problem}`];
      return { ok, result: { ...verdict, problem: problem ?? null }, lines };
    },
  },
];
