// Writes the files that are made from others; with --check it only says which are out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureTemplate, templateUrl } from '../server/test/databases.ts';
import { describeAgentInterface } from './openapi.ts';
import { runStep } from './steps.ts';

const check = process.argv.includes('--check');

const problems = await Promise.all([
  databaseTypes(),
  textFile('openapi/agent.json', 'agent interface description', describeAgentInterface),
]);
for (const problem of problems) if (problem !== undefined) console.error(problem);
process.exitCode = problems.every((problem) => problem === undefined) ? 0 : 1;

async function databaseTypes(): Promise<string | undefined> {
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
  return types.ok ? undefined : `${types.name}: ${types.output}`;
}

async function textFile(path: string, name: string, make: () => Promise<string>): Promise<string | undefined> {
  const made = await make();
  if (!check) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, made);
    return undefined;
  }
  return made === readOrNothing(path) ? undefined : `${name}: ${path} is out of date; run npm run generate`;
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
