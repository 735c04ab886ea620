import { keepPartitions } from '#modules/events';
import { prepareVehicleData } from '#modules/vehicles';
import { keepHistory } from '#modules/webhooks';
import { migrate, pendingMigrations } from '#platform/db';
import { isOff, measureSkewMs, skewInWords } from '#platform/jobs';
import { examine } from './doctor.ts';
import type { Command } from './command.ts';
import { demoCommand } from './demo-command.ts';
import { institutionCommands } from './institution-commands.ts';
import { listingCommands } from './listing-commands.ts';
import { staffCommands } from './staff-commands.ts';

const ownCommands: readonly Command[] = [
  {
    name: 'migrate',
    about: 'bring the database up to date',
    options: [],
    async run(ctx) {
      const applied = await migrate(ctx.config.databaseUrl);
      const lines = applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `applied ${name}`);
      const skewMs = await measureSkewMs(ctx.db);
      // Which days are over is told by this machine's clock, and what is dropped is gone.
      if (isOff(skewMs)) {
        const line = `The clock of this machine is ${skewInWords(skewMs)}: no days of the logs were made or dropped.`;
        return { ok: false, result: { applied, skew_ms: Math.round(skewMs) }, lines: [...lines, line] };
      }
      await keepPartitions(ctx);
      await keepHistory(ctx);
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
    name: 'vehicles prepare',
    about: 'unpack the data that VINs are decoded by into VEHICLE_DATA_DIR',
    options: [],
    async run({ config }) {
      const { file, built } = await prepareVehicleData(config.vehicleDataDir);
      return { ok: true, result: { file, built }, lines: [built ? `made ${file}` : `${file} is ready.`] };
    },
  },
];

export const commands: readonly Command[] = [
  ...ownCommands,
  ...staffCommands,
  ...institutionCommands,
  ...listingCommands,
  demoCommand,
];

/** How to call these commands; all of them unless told. */
export function usage(some: readonly Command[] = commands): string {
  const lines = some.flatMap(({ name, about, argument, options, optional = [] }) => {
    const needed = options.map((option) => `--${option} …`);
    const call = [
      name,
      ...(argument === undefined ? [] : [argument.toUpperCase()]),
      ...needed,
      ...optional.map((option) => `[--${option} …]`),
    ].join(' ');
    return [`  makewhole ${call}`, `      ${about}`];
  });
  return ['Usage:', ...lines, 'With --json the answer is one JSON object.'].join('\n');
}
