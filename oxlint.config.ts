// Lint rules. The import rules are computed from server/house.ts, so the table there is the only place to edit.
import { defineConfig, type OxlintOverride } from 'oxlint';
import { layers, modules, platformRooms } from './server/house.ts';

type Pattern = { group: string[]; message: string };

/** Aliases that reach each layer; `#mount` and `#testing` are doors into modules with rules of their own. */
const aliases: Record<string, string[]> = {
  lib: ['#lib/*'],
  platform: ['#platform/*'],
  gateways: ['#gateways/*'],
  modules: ['#modules/*', '#actor', '#context'],
  app: ['#app/*'],
  start: ['#start/*'],
};

const mountDoor: Pattern = { group: ['#mount/**'], message: 'Only app/ mounts the routes and workers of a module.' };
const testingDoor: Pattern = { group: ['#testing/*', '#test/*'], message: 'Factories and the harness are for tests.' };

function layersAbove(layer: (typeof layers)[number]): Pattern[] {
  const above = layers.slice(layers.indexOf(layer) + 1).flatMap((name) => aliases[name] ?? []);
  if (above.length === 0) return [];
  return [{ group: above, message: `${layer}/ may import only what lies below it (server/house.ts).` }];
}

function roomsNotAbove(alias: string, order: readonly string[], room: string): Pattern[] {
  const closed = order.slice(order.indexOf(room)).map((name) => `${alias}/${name}`);
  return [{ group: closed, message: `${room} may import only rooms listed before it (server/house.ts).` }];
}

function importRule(files: string[], patterns: Pattern[]): OxlintOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const closed = [mountDoor, testingDoor];
const tests = ['**/*.test.ts', '**/testing.ts', 'server/test/**'];

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'node', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-relative-parent-imports': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'promise/no-callback-in-promise': 'off',
    'node/no-process-env': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'max-lines': ['error', { max: 300 }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', { max: 3 }],
    'no-console': 'error',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/no-conditional-expect': 'off',
    eqeqeq: 'error',
  },
  overrides: [
    importRule(['server/src/lib/**'], [...layersAbove('lib'), ...closed]),
    ...platformRooms.map((room) =>
      importRule(
        [`server/src/platform/${room}/**`],
        [...layersAbove('platform'), ...roomsNotAbove('#platform', platformRooms, room), ...closed],
      ),
    ),
    importRule(['server/src/gateways/**'], [...layersAbove('gateways'), ...closed]),
    ...modules.map((name) =>
      importRule(
        [`server/src/modules/${name}/**`],
        [...layersAbove('modules'), ...roomsNotAbove('#modules', modules, name), ...closed],
      ),
    ),
    importRule(['server/src/app/**'], [...layersAbove('app'), testingDoor]),
    importRule(['server/src/start/**'], [...closed]),
    {
      files: ['server/src/start/**', 'tools/**', 'bench/**', 'server/test/**'],
      rules: { 'node/no-process-env': 'off' },
    },
    { files: ['server/src/start/**', 'tools/**', 'bench/**'], rules: { 'no-console': 'off' } },
    { files: ['tools/**'], rules: { 'import/no-relative-parent-imports': 'off' } },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: tests,
      rules: {
        'no-restricted-imports': 'off',
        'import/no-relative-parent-imports': 'off',
        'max-lines-per-function': 'off',
        'typescript/no-non-null-assertion': 'off',
      },
    },
  ],
  ignorePatterns: ['**/*.gen.ts', 'node_modules'],
});
