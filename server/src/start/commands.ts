import type { Ctx } from '#context';
import { createStaff, createStaffToken } from '#modules/access';
import { keepPartitions } from '#modules/events';
import { createInstitution } from '#modules/partners';
import { keepHistory } from '#modules/webhooks';
import { migrate, pendingMigrations } from '#platform/db';
import { examine } from './doctor.ts';

export type Outcome = {
  readonly ok: boolean;
  /** Printed with --json, as one object. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Printed for people. */
  readonly lines: readonly string[];
};

export type Command = {
  readonly name: string;
  readonly about: string;
  readonly options: readonly string[];
  run(ctx: Ctx, options: Readonly<Record<string, string>>): Promise<Outcome>;
};

export const commands: readonly Command[] = [
  {
    name: 'migrate',
    about: 'bring the database up to date',
    options: [],
    async run(ctx) {
      const applied = await migrate(ctx.config.databaseUrl);
      await keepPartitions(ctx);
      await keepHistory(ctx);
      const lines = applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `applied ${name}`);
      return { ok: true, result: { applied }, lines };
    },
  },
  {
    name: 'doctor',
    about: 'check that this machine can run the service',
    options: [],
    async run(ctx) {
      const checks = await examine(ctx, pendingMigrations);
      const ok = checks.every((check) => check.ok);
      return {
        ok,
        result: { ok, checks },
        lines: checks.map(({ name, ok, says }) => `${ok ? 'ok  ' : 'FAIL'} ${name}: ${says}`),
      };
    },
  },
  {
    name: 'staff create',
    about: 'add a person to the team',
    options: ['email', 'name'],
    async run(ctx, { email = '', name = '' }) {
      const { staffId } = await createStaff(ctx, { email, name });
      return { ok: true, result: { id: staffId }, lines: [`created ${staffId}`] };
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
    name: 'institution create',
    about: 'make a partner institution',
    options: ['name'],
    async run(ctx, { name = '' }) {
      const { id } = await createInstitution(ctx, { name });
      return { ok: true, result: { id }, lines: [`created ${id}`] };
    },
  },
];

export function usage(): string {
  const lines = commands.map(({ name, about, options }) => {
    const call = [name, ...options.map((option) => `--${option} …`)].join(' ');
    return `  makewhole ${call.padEnd(50)} ${about}`;
  });
  return ['Usage:', ...lines, 'With --json the answer is one JSON object.'].join('\n');
}
