import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const needed = ['server', 'web', 'oxlint.config.ts', 'package.json', 'tsconfig.json'];
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'makewhole-house-'));
  const filter = (path: string) => !/^(?:node_modules|dist.*)$/.test(basename(path));
  for (const name of needed) cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

type Finding = { readonly code: string; readonly filename: string; readonly message: string };
type Report = { readonly exitCode: number; readonly findings: readonly Finding[] };

/** Lints these files, or all files. */
function lint(paths: readonly string[] = []): Promise<Report> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, stdout: string, stderr: string) => {
      const exitCode = error === null ? 0 : 'code' in error && typeof error.code === 'number' ? error.code : -1;
      if (!stdout.startsWith('{')) reject(new Error(`oxlint said: ${stdout}${stderr}`));
      else resolve({ exitCode, findings: JSON.parse(stdout).diagnostics });
    };
    const options = { cwd: copy, maxBuffer: 50_000_000 };
    execFile(process.execPath, [oxlint, '--format=json', ...paths], options, done);
  });
}

/** Lints the code with these files added, and removes them afterwards. */
async function lintWith(files: Readonly<Record<string, string>>): Promise<Report> {
  const paths = Object.keys(files).map((file) => join(copy, 'server/src', file));
  Object.entries(files).forEach(([file, text]) => writeFileSync(join(copy, 'server/src', file), text));
  try {
    return await lint(paths);
  } finally {
    for (const path of paths) rmSync(path);
  }
}

const importing = (specifier: string) => `import * as other from '${specifier}';\n\nexport const planted = other;\n`;

type Plant = readonly [violation: string, rule: string, files: Readonly<Record<string, string>>];

const restricted = 'eslint(no-restricted-imports)';

const plants: readonly Plant[] = [
  [
    'a module importing one below it in the order',
    restricted,
    at('modules/webhooks/events', importing('#modules/intakes')),
  ],
  ['a module importing itself by its public name', restricted, at('modules/webhooks', importing('#modules/webhooks'))],
  ['a platform room importing a later one', restricted, at('platform/config', importing('#platform/db'))],
  ['a folder of lib importing a later one', restricted, at('lib/tokens', importing('#lib/api/problems'))],
  ['a folder of app importing a later one', restricted, at('app/guards', importing('#app/surfaces/agent-surface'))],
  ['lib importing the platform', restricted, at('lib', importing('#platform/errors'))],
  ['the platform importing a gateway', restricted, at('platform/db', importing('#gateways/mail'))],
  ['the platform importing a module', restricted, at('platform/http', importing('#modules/webhooks'))],
  ['the platform importing the context', restricted, at('platform/jobs', importing('#context'))],
  ['a gateway importing a module', restricted, at('gateways/mail', importing('#modules/customers'))],
  ['a gateway importing the actor', restricted, at('gateways/mail', importing('#actor'))],
  ['a module importing the composition root', restricted, at('modules/intakes', importing('#app/composition'))],
  ['a module reaching inside another', restricted, at('modules/intakes', importing('#mount/customers/store'))],
  ['start reaching inside a module', restricted, at('entrypoints', importing('#mount/customers/store'))],
  ['a type imported against the order', restricted, at('lib', `export type { Config } from '#platform/config';\n`)],
  [
    'an import at run time',
    restricted,
    at('modules/webhooks/events', `export const load = () => import('#modules/intakes');\n`),
  ],
  ['test factories in a module', restricted, at('modules/intakes', importing('#testing/intakes'))],
  ['test factories in the composition root', restricted, at('app', importing('#testing/intakes'))],
  ['the harness in production code', restricted, at('entrypoints', importing('#test/harness'))],
  ['a module reaching another by a path', restricted, at('modules/intakes', importing('../customers/store.ts'))],
  [
    'a folder of a module reaching another module by a path',
    restricted,
    at('modules/intakes/receipt', importing('../../customers/rules.ts')),
  ],
  ['a folder importing a later one', restricted, at('modules/intakes/lifecycle', importing('../staff/planted.ts'))],
  ["a folder importing its module's face", restricted, at('modules/intakes/receipt', importing('../index.ts'))],
  [
    "a folder importing its module's routes",
    restricted,
    at('modules/intakes/receipt', importing('../staff-routes.ts')),
  ],
  ['a base file importing a folder', restricted, at('modules/intakes', importing('./receipt/compute-receipt.ts'))],
  [
    'a path that climbs out of its folder',
    'import(no-relative-parent-imports)',
    at('platform/http', importing('../db/query.ts')),
  ],
  [
    'a cycle between two files',
    'import(no-cycle)',
    {
      'lib/planted.ts': `import { b } from './planted-too.ts';\n\nexport const a = (): number => b();\n`,
      'lib/planted-too.ts': `import { a } from './planted.ts';\n\nexport const b = (): number => a();\n`,
    },
  ],
  [
    'a cycle of types alone',
    'import(no-cycle)',
    {
      'lib/planted.ts': `import type { B } from './planted-too.ts';\n\nexport type A = { readonly b: B };\n`,
      'lib/planted-too.ts': `import type { A } from './planted.ts';\n\nexport type B = { readonly a: A };\n`,
    },
  ],
  [
    'the environment read in a module',
    'node(no-process-env)',
    at('modules/intakes', `export const planted = process.env['PLANTED'];\n`),
  ],
  [
    'the environment read in the composition root',
    'node(no-process-env)',
    at('app', `export const planted = process.env['PLANTED'];\n`),
  ],
  ['the ui of both pages importing the board', restricted, at('../../web/src/ui', importing('#api/request.ts'))],
  ['the ui of both pages importing the portal', restricted, at('../../web/src/ui', importing('#portal/request.ts'))],
  ['the portal importing the board', restricted, at('../../web/src/portal', importing('#board/draft.ts'))],
  ['the board importing the portal', restricted, at('../../web/src/views', importing('#portal/request.ts'))],
  ['a default export', 'import(no-default-export)', at('lib', `const planted = 1;\nexport default planted;\n`)],
];

function at(folder: string, text: string): Readonly<Record<string, string>> {
  return { [`${folder}/planted.ts`]: text };
}

describe('the import rules', () => {
  it('finds nothing of the kind in the current code', async () => {
    const { exitCode, findings } = await lint();
    const rules = new Set(plants.map(([, rule]) => rule));
    expect(findings.filter(({ code }) => rules.has(code))).toEqual([]);
    expect(exitCode).toBe(findings.length === 0 ? 0 : 1);
  });

  it.each(plants)('the linter refuses %s: %s', async (_violation, rule, files) => {
    const { exitCode, findings } = await lintWith(files);
    expect(exitCode).not.toBe(0);
    expect([...new Set(findings.map(({ code }) => code))]).toEqual([rule]);
  });

  it('the linter accepts the same file where the order allows it', async () => {
    const { findings } = await lintWith({
      ...at('modules/intakes', importing('#modules/webhooks')),
      'platform/db/planted.ts': importing('#platform/config'),
      'app/planted.ts': importing('#mount/intakes/agent-routes'),
      'entrypoints/planted.ts': `export const planted = process.env['PLANTED'];\n`,
    });
    expect(findings).toEqual([]);
  });
});
