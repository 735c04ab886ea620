import type { Command } from './command.ts';
import { auditCommands } from './commands/audit-commands.ts';
import { consentCommands } from './commands/consent-commands.ts';
import { demoCommand } from './demo/demo-command.ts';
import { institutionCommands } from './commands/institution-commands.ts';
import { keyCommands } from './commands/key-commands.ts';
import { listingCommands } from './commands/listing-commands.ts';
import { messageCommands } from './commands/message-commands.ts';
import { privacyCommands } from './commands/privacy-commands.ts';
import { restoreCommands } from './commands/restore-commands.ts';
import { staffCommands } from './commands/staff-commands.ts';

const ownCommands: readonly Command[] = [
  {
    name: 'migrate',
    asOwner: true,
    about: 'bring the database up to date',
    options: [],
    anyClock: true,
    anyKeys: true,
    async run(ctx) {
      const { describeSkew, isSkewed, measureSkewMs, migrate } = await import('#platform/db');
      const { applied, waiting } = await migrate(ctx.config.directDatabaseUrl);
      const lines = [
        ...(applied.length === 0 && waiting.length === 0 ? ['The database is up to date.'] : []),
        ...applied.map((name) => `applied ${name}`),
        ...waiting.map(
          ({ name, olderProcesses }) => `${name} waits: ${olderProcesses} processes of an older version run`,
        ),
      ];
      const skewMs = await measureSkewMs(ctx.db);
      // Expired days are decided by this machine's clock, and dropping cannot be undone.
      if (isSkewed(skewMs)) {
        const line = `The clock of this machine is ${describeSkew(skewMs)}: no partitions of the logs were created or dropped.`;
        return { ok: false, result: { applied, waiting, skew_ms: Math.round(skewMs) }, lines: [...lines, line] };
      }
      const { maintainPartitions } = await import('#modules/events');
      const { maintainHistory } = await import('#modules/webhooks');
      const { maintainLog } = await import('#modules/request-log');
      await maintainPartitions(ctx);
      await maintainHistory(ctx);
      await maintainLog(ctx);
      return { ok: true, result: { applied, waiting }, lines };
    },
  },
  {
    name: 'doctor',
    about: 'check that this machine can run the service',
    options: [],
    anyClock: true,
    anyKeys: true,
    async run(ctx) {
      const { pendingMigrations } = await import('#platform/db');
      const { runChecks } = await import('./commands/doctor.ts');
      const checks = await runChecks(ctx, pendingMigrations);
      const ok = checks.every((check) => check.ok);
      return {
        ok,
        result: { ok, checks },
        lines: checks.map(({ name, ok, says, warn }) => `${ok ? (warn ? 'warn' : 'ok  ') : 'FAIL'} ${name}: ${says}`),
      };
    },
  },
  {
    name: 'vehicles prepare',
    about: 'unpack the data for decoding VINs into VEHICLE_DATA_DIR',
    options: [],
    anyClock: true,
    anyKeys: true,
    async run({ config }) {
      const { prepareVehicleData } = await import('#modules/vehicles');
      const { file, built } = await prepareVehicleData(config.vehicleDataDir);
      return { ok: true, result: { file, built }, lines: [built ? `created ${file}` : `${file} is ready.`] };
    },
  },
];

export const commands: readonly Command[] = [
  ...ownCommands,
  ...staffCommands,
  ...auditCommands,
  ...consentCommands,
  ...institutionCommands,
  ...keyCommands,
  ...listingCommands,
  ...messageCommands,
  ...privacyCommands,
  ...restoreCommands,
  demoCommand,
];

/** How to call these commands; default: all of them. */
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
  return [
    'Usage:',
    ...lines,
    'With --json the output is one JSON object. With --as NAME the audit trail names who ran it; default: the user of the system.',
  ].join('\n');
}
