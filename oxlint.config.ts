// Lint rules. The import rules are computed from server/import-rules.ts, so the table there is the only place to edit.
import { defineConfig, type OxlintOverride } from 'oxlint';
import {
  appFolders,
  faceRoles,
  layers,
  libFolders,
  moduleFolders,
  modules,
  platformFolders,
  type ModuleName,
} from './server/import-rules.ts';

type Pattern = { group: string[]; message: string } | { regex: string; message: string };

/** Aliases that reach each layer; `#mount` and `#testing` reach into modules, with rules of their own. */
const aliases: Record<string, string[]> = {
  lib: ['#lib/**'],
  platform: ['#platform/*'],
  gateways: ['#gateways/*'],
  modules: ['#modules/*', '#actor', '#context'],
  app: ['#app/**'],
  entrypoints: ['#entrypoints/**'],
};

const mountOnly: Pattern = { group: ['#mount/**'], message: 'Only app/ mounts the routes and workers of a module.' };
const testingOnly: Pattern = { group: ['#testing/*', '#test/**'], message: 'Factories and the harness are for tests.' };

function layersAbove(layer: (typeof layers)[number]): Pattern[] {
  const above = layers.slice(layers.indexOf(layer) + 1).flatMap((name) => aliases[name] ?? []);
  if (above.length === 0) return [];
  return [{ group: above, message: `${layer}/ may import only what lies below it (server/import-rules.ts).` }];
}

function foldersNotAbove(alias: string, order: readonly string[], folder: string): Pattern[] {
  const closed = order.slice(order.indexOf(folder)).flatMap((name) => [`${alias}/${name}`, `${alias}/${name}/**`]);
  return [{ group: closed, message: `${folder} may import only folders listed before it (server/import-rules.ts).` }];
}

function importRule(files: string[], patterns: Pattern[]): OxlintOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const closed = [mountOnly, testingOnly];

const root = (name: ModuleName): string => `server/src/modules/${name}`;
const faces = `{${faceRoles.flatMap((role) => [`${role}.ts`, `*-${role}.ts`]).join(',')}}`;
const face = `(?:[a-z0-9-]+-)?(?:${faceRoles.join('|')})\\.ts$`;

/** The import rules of one module: as a whole, of the base files of its root, of its faces, and of each of its folders. */
function moduleRules(name: ModuleName): OxlintOverride[] {
  const folders = moduleFolders[name] ?? [];
  const outward = [...layersAbove('modules'), ...foldersNotAbove('#modules', modules, name), ...closed];
  const climbing: Pattern = { regex: '^\\.\\./', message: 'A module imports another by its public name.' };
  const whole = importRule([`${root(name)}/**`], [...outward, climbing]);
  if (folders.length === 0) return [whole];
  const base: Pattern = {
    regex: `^\\./(?:${folders.join('|')})/`,
    message: 'Base files of a module import none of its folders (server/import-rules.ts).',
  };
  return [
    whole,
    importRule([`${root(name)}/*.ts`], [...outward, climbing, base]),
    importRule([`${root(name)}/${faces}`], [...outward, climbing]),
    ...folders.map((folder, index) => {
      const later = folders.slice(index);
      const inward: Pattern[] = [
        {
          regex: `^\\.\\./(?:${later.join('|')})/`,
          message: `${folder} may import only folders before it (server/import-rules.ts).`,
        },
        { regex: `^\\.\\./${face}`, message: 'Only what is outside a module imports its faces.' },
        { regex: '^\\.\\./\\.\\.', message: 'A module imports another by its public name.' },
      ];
      return importRule([`${root(name)}/${folder}/**`], [...outward, ...inward]);
    }),
  ];
}

/** What of the web is the board's; `ui` and `lib` are of both pages. */
const ofBoard = ['#api/**', '#board/**', '#views/**', '#main.tsx', '#router.tsx'];
const boardOnly: Pattern = { group: ofBoard, message: 'The portal imports nothing of the board.' };
const serverOnly: Pattern = {
  regex: '/server/',
  message: 'Of the server, signatures/diagnosis.ts alone is in the package.',
};
const portalOnly: Pattern = { group: ['#portal/**'], message: 'Only the portal imports what is its own.' };
const ofBoth: Pattern = {
  group: [...ofBoard, '#portal/**'],
  message: 'What both pages use imports nothing of either (docs/decisions/0078).',
};

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
    ...libFolders.map((folder) =>
      importRule(
        [`server/src/lib/${folder}/**`],
        [...layersAbove('lib'), ...foldersNotAbove('#lib', libFolders, folder), ...closed],
      ),
    ),
    ...platformFolders.map((folder) =>
      importRule(
        [`server/src/platform/${folder}/**`],
        [...layersAbove('platform'), ...foldersNotAbove('#platform', platformFolders, folder), ...closed],
      ),
    ),
    importRule(['server/src/gateways/**'], [...layersAbove('gateways'), ...closed]),
    ...modules.flatMap(moduleRules),
    // Inside a module the rules above say how far a path may climb.
    { files: ['server/src/modules/**'], rules: { 'import/no-relative-parent-imports': 'off' } },
    importRule(['server/src/app/**'], [...layersAbove('app'), testingOnly]),
    ...appFolders.map((folder) =>
      importRule(
        [`server/src/app/${folder}/**`],
        [...layersAbove('app'), ...foldersNotAbove('#app', appFolders, folder), testingOnly],
      ),
    ),
    // One step up, to the base files of the same folder's parent.
    {
      files: [
        'server/src/entrypoints/*/**',
        'server/src/platform/http/*/**',
        'sdk/src/*/**',
        'cli/src/*/**',
        'cli/test/**',
      ],
      rules: { 'import/no-relative-parent-imports': 'off' },
    },
    importRule(['server/src/entrypoints/**'], [...closed]),
    importRule(['cli/src/**'], [serverOnly]),
    { files: ['cli/src/signatures/diagnosis.ts'], rules: { 'no-restricted-imports': 'off' } },
    importRule(['web/src/{api,board,views,lib}/**'], [portalOnly]),
    importRule(['web/src/portal/**'], [boardOnly]),
    importRule(['web/src/ui/**'], [ofBoth]),
    {
      files: [
        'server/src/entrypoints/**',
        'tools/**',
        'bench/**',
        'server/test/**',
        'cli/src/main.ts',
        'web/vite.dev.config.ts',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    { files: ['server/src/entrypoints/**', 'tools/**', 'bench/**'], rules: { 'no-console': 'off' } },
    // Programs of others, as they would write them.
    { files: ['server/src/app/docs/samples/**'], rules: { 'no-console': 'off', 'node/no-process-env': 'off' } },
    { files: ['tools/**', 'cli/build.ts', 'sdk/build.ts'], rules: { 'import/no-relative-parent-imports': 'off' } },
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
