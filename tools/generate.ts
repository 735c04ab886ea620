// Writes the generated files; with --check it only reports which are out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ensureTemplate, templateUrl } from '../server/test/database/databases.ts';
import { describeAccess } from './pages/access.ts';
import { describeBoardStyle } from './brand/board-style.ts';
import { describeCommandLine } from './pages/command-line.ts';
import { describeConfiguration } from './pages/configuration.ts';
import { describeFieldSources } from './pages/field-sources.ts';
import { describeInterfaces } from './descriptions/openapi.ts';
import { readFlags } from './read-flags.ts';
import { describeRetention } from './pages/retention.ts';
import { describeRunbooks } from './pages/runbooks.ts';
import { drawModules } from './shape/module-picture.ts';
import { describeSdkTypes, describeTypes } from './descriptions/client-types.ts';
import { runStep } from './steps.ts';

const check = readFlags('check').has('check');

const interfaces = await describeInterfaces();
const problems = [
  await databaseTypes(),
  textFile('openapi/agent.json', 'agent interface description', interfaces.agent),
  textFile('openapi/agent-sandbox.json', 'description of the agents’ sandbox', interfaces.agentSandbox),
  textFile('openapi/partner.json', 'partner interface description', interfaces.partner),
  textFile('openapi/staff.json', 'staff interface description', interfaces.staff),
  textFile('openapi/portal.json', 'portal interface description', interfaces.portal),
  textFile('openapi/agent-console.json', 'description of the agent console', interfaces.agentConsole),
  textFile('web/src/api/types.gen.ts', 'types of the staff interface', typesOf('staff')),
  textFile('web/src/portal/types.gen.ts', 'types of the portal interface', typesOf('portal')),
  textFile('sdk/src/types/agent.gen.ts', 'types of the agent interface', sdkTypesOf('agent')),
  textFile('sdk/src/types/partner.gen.ts', 'types of the partner interface', sdkTypesOf('partner')),
  textFile('web/src/brand.gen.css', 'colours and font of the board', describeBoardStyle()),
  textFile('ARCHITECTURE.md', 'picture of the modules', drawModules()),
  textFile('docs/operate/configuration.md', 'settings', describeConfiguration()),
  textFile('docs/operate/command-line.md', 'commands', describeCommandLine()),
  textFile('docs/security/retention.md', 'retention', describeRetention()),
  textFile('docs/runbooks/README.md', 'runbooks', describeRunbooks()),
  textFile('docs/security/access.md', 'access', describeAccess()),
  textFile('docs/product/sources.md', 'sources of the field', describeFieldSources()),
];
for (const problem of problems) if (problem !== undefined) console.error(problem);
process.exitCode = problems.every((problem) => problem === undefined) ? 0 : 1;

function typesOf(name: 'staff' | 'portal'): string {
  return describeTypes(interfaces[name], `openapi/${name}.json`, `/api/${name}/v1`);
}

function sdkTypesOf(name: 'agent' | 'partner'): string {
  return describeSdkTypes(interfaces[name], `openapi/${name}.json`);
}

async function databaseTypes(): Promise<string | undefined> {
  await ensureTemplate();
  const types = await runStep({
    name: 'database types',
    command: [
      'kysely-codegen',
      '--dialect=postgres',
      '--out-file=server/src/platform/db/schema.gen.ts',
      '--exclude-pattern={pgboss.*,migrations}',
      ...(check ? ['--verify'] : []),
    ],
    env: { DATABASE_URL: templateUrl().reveal() },
  });
  return types.ok ? undefined : `${types.name}: ${types.output}`;
}

function textFile(path: string, name: string, made: string): string | undefined {
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
