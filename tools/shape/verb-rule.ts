// A verb file exports one function, or one class, of its own name, and besides it only types; files with a role are free.
import { moduleRoles } from '../../server/house.ts';
import { isTest, listExports, type Source } from './sources.ts';

/** Files that break the rule on purpose, each with its reason; at most ten. */
export const verbExceptions: Readonly<Record<string, string>> = {
  'server/src/modules/memberships/rosters/read-roster-worker.ts': 'the script of a worker thread; nobody imports it',
  'server/src/modules/vehicles/data/build-data-worker.ts': 'the script of a worker thread; nobody imports it',
  'server/src/modules/partner-credentials/route-config.ts':
    "adds types to Fastify's requests and routes; nothing to call",
  'server/src/modules/portal-users/route-config.ts': "adds types to Fastify's routes; nothing to call",
  'server/src/modules/staff/route-config.ts': "adds types to Fastify's requests and routes; nothing to call",
};

export const isVerbFile = (path: string): boolean =>
  /^server\/src\/modules\/[^/]+\/(?:[^/]+\/)?[^/]+\.ts$/.test(path) && !isTest(path) && !hasRole(path);

/** Whether a file is named by a role, `rules.ts`, or by what it holds and a role, `call-rules.ts`. */
function hasRole(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1, -'.ts'.length);
  return moduleRoles.some((role) => name === role || name.endsWith(`-${role}`));
}

const toCamelCase = (name: string): string =>
  name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** What is wrong with a verb file, or undefined. */
export function verbProblem(source: Source): string | undefined {
  const name = toCamelCase(source.path.slice(source.path.lastIndexOf('/') + 1, -'.ts'.length));
  const values = listExports(source).filter(({ kind }) => kind !== 'type');
  const [first, second] = values.map((each) => each.name);
  const isNamed = first === name || first === name.charAt(0).toUpperCase() + name.slice(1);
  if (isNamed && second === undefined) return undefined;
  return `${source.path} exports ${values.map((each) => each.name).join(', ') || 'nothing'} instead of ${name}`;
}

export const listVerbProblems = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => isVerbFile(path))
    .map((source) => ({ path: source.path, problem: verbProblem(source) }))
    .filter(({ path, problem }) => problem !== undefined && !(path in verbExceptions))
    .map(({ problem }) => problem ?? '');
