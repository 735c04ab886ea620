import type { Command, ServiceCommand } from './command.ts';
import { auditCommands } from './commands/audit-commands.ts';
import { consentCommands } from './commands/consent-commands.ts';
import { composeCompletion, type CompletedShell } from './complete-command.ts';
import { institutionCommands } from './commands/institution-commands.ts';
import { keyCommands } from './commands/key-commands.ts';
import { listingCommands } from './commands/listing-commands.ts';
import { messageCommands, restoreCommands } from './commands/restore-commands.ts';
import { privacyCommands } from './commands/privacy-commands.ts';
import { staffCommands } from './commands/staff-commands.ts';

export const demoCommand: ServiceCommand = {
  name: 'demo',
  about:
    'Add synthetic demo data and print how to sign in. Works while the service runs; run it again for new links. Not in production',
  options: [],
  run: async (ctx) => (await import('./demo/run-demo.ts')).runDemo(ctx),
};

const completedShells: readonly CompletedShell[] = ['bash', 'zsh'];

const completionOf = (shell: CompletedShell): Command => ({
  name: `completion ${shell}`,
  about: `Print a completion script for ${shell}. To use it: source <(makewhole completion ${shell})`,
  options: [],
  alone() {
    const script = composeCompletion(shell, commands);
    return { ok: true, result: { shell, script }, lines: [script] };
  },
});

const ownCommands: readonly Command[] = [
  {
    name: 'migrate',
    asOwner: true,
    about: 'Apply pending database migrations',
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
          ({ name, olderProcesses }) => `${name} waits: ${olderProcesses} processes of an older version are running`,
        ),
      ];
      const skewMs = await measureSkewMs(ctx.db);
      // This machine's clock decides which days have expired, and dropping cannot be undone.
      if (isSkewed(skewMs)) {
        const line = `This machine's clock is ${describeSkew(skewMs)}: no log partitions were created or dropped.`;
        return { ok: false, result: { applied, waiting, skew_ms: Math.round(skewMs) }, lines: [...lines, line] };
      }
      const { maintainLogs } = await import('#app/cli-dependencies');
      await maintainLogs(ctx);
      return { ok: true, result: { applied, waiting }, lines };
    },
  },
  {
    name: 'doctor',
    about:
      'Check this machine, its settings, the database, the keys, the worker and every provider. Prints ok, warn or FAIL per check, with the fix. With --strict, warnings exit with 3',
    options: [],
    flags: ['strict'],
    anyClock: true,
    anyKeys: true,
    async run(ctx, { strict }) {
      const { examine } = await import('./commands/doctor.ts');
      return examine(ctx, { strict: strict === 'yes' });
    },
  },
  {
    name: 'vehicles prepare',
    about: 'Unpack the VIN data into VEHICLE_DATA_DIR',
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
  ...completedShells.map(completionOf),
];
