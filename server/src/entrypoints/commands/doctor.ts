import type { Ctx } from '#context';
import type { Outcome } from '../command.ts';
import type { Check, Level } from './check.ts';
import { checkDatabase } from './check-database.ts';
import { checkMachine } from './check-machine.ts';
import { checkProviders } from './check-providers.ts';

const marks: Readonly<Record<Level, string>> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' };

/** Checks whether every configured part works; shows no secret. */
export async function examine(ctx: Ctx, { strict }: { readonly strict: boolean }): Promise<Outcome> {
  const [machine, database, providers] = await Promise.all([
    checkMachine(ctx),
    checkDatabase(ctx),
    checkProviders(ctx),
  ]);
  const checks = [...machine, ...database, ...providers];
  const count = (level: Level) => checks.filter((check) => check.level === level).length;
  const [warned, failed] = [count('warn'), count('fail')];
  const worst: Level = failed > 0 ? 'fail' : warned > 0 ? 'warn' : 'ok';
  return {
    ok: failed === 0,
    ...(strict && worst === 'warn' ? { exitCode: 3 } : {}),
    result: { ok: failed === 0, worst, checks: checks.map(toResult) },
    lines: [...checks.flatMap(toLines), `${count('ok')} ok, ${warned} warnings, ${failed} failed`],
  };
}

const toResult = ({ name, level, says, todo }: Check) => ({
  name,
  level,
  ok: level !== 'fail',
  says,
  todo: todo ?? null,
});

const toLines = ({ name, level, says, todo }: Check): string[] => [
  `${marks[level]} ${name}: ${says}`,
  ...(todo === undefined ? [] : [`     fix: ${todo}`]),
];
