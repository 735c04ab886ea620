// Writes the files that are made from others; with --check it only says which are out of date.
import { ensureTemplate, templateUrl } from '../server/test/databases.ts';
import { runStep } from './steps.ts';

const check = process.argv.includes('--check');
await ensureTemplate();

const types = await runStep({
  name: 'database types',
  command: [
    'kysely-codegen',
    '--dialect=postgres',
    '--out-file=server/src/platform/db/schema.gen.ts',
    '--exclude-pattern={graphile_worker.*,migrations}',
    ...(check ? ['--verify'] : []),
  ],
  env: { DATABASE_URL: templateUrl().reveal() },
});
if (!types.ok) {
  console.error(`${types.name}: ${types.output}`);
  process.exitCode = 1;
}
