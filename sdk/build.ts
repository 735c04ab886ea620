// Builds the package as it is installed: ESM, CommonJS and their types in <folder>, ready for npm pack.
// node sdk/build.ts <folder>
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readBuildFolder } from '../tools/packages/build-folder.ts';

const here = import.meta.dirname;
const out = readBuildFolder('node sdk/build.ts <folder>');

/** Import names and their files. */
const entries = { '.': 'index', './webhooks': 'webhooks', './sign-request': 'sign-request' };
const kinds = { esm: 'module', cjs: 'commonjs' } as const;

const work = mkdtempSync(join(tmpdir(), 'makewhole-sdk-'));
for (const [kind, type] of Object.entries(kinds)) compile(kind, type);
rmSync(work, { recursive: true });

for (const name of ['README.md', 'vectors', 'signers', 'examples'])
  cpSync(join(here, name), join(out, name), { recursive: true });
rmSync(join(out, 'signers', 'check.ts'));
cpSync(join(here, '..', 'LICENSE'), join(out, 'LICENSE'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify(packageJson(), null, 2)}\n`);

/** TypeScript chooses the module kind by the nearest package.json, so each kind has its own folder. */
function compile(kind: string, type: string): void {
  const source = join(work, kind);
  for (const file of globSync('**/*.ts', { cwd: join(here, 'src') })) {
    if (!file.endsWith('.test.ts')) cpSync(join(here, 'src', file), join(source, file));
  }
  writeFileSync(join(source, 'package.json'), JSON.stringify({ type }));
  symlinkSync(resolve(here, '..', 'node_modules'), join(source, 'node_modules'));
  const { compilerOptions } = JSON.parse(readFileSync(join(here, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: Record<string, unknown>;
  };
  const options = {
    ...compilerOptions,
    noEmit: false,
    // Imports become CommonJS in one build and stay as they are in the other.
    verbatimModuleSyntax: false,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    rootDir: '.',
    outDir: join(out, kind),
  };
  const config = { compilerOptions: options, include: ['**/*.ts'], exclude: ['node_modules'] };
  writeFileSync(join(source, 'tsconfig.json'), JSON.stringify(config));
  execFileSync('tsc6', ['-p', source], { stdio: 'inherit' });
  // Type imports name the file that they describe, as the code does.
  for (const file of globSync('**/*.d.ts', { cwd: join(out, kind) })) {
    const path = join(out, kind, file);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*|import\("\.[^"]*)\.ts(['"])/g, '$1.js$2'),
    );
  }
  writeFileSync(join(out, kind, 'package.json'), `${JSON.stringify({ type })}\n`);
}

function packageJson() {
  const { name, version, description, license } = JSON.parse(
    readFileSync(join(here, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  const exports = Object.fromEntries(
    Object.entries(entries).map(([path, file]) => [
      path,
      {
        import: { types: `./esm/${file}.d.ts`, default: `./esm/${file}.js` },
        require: { types: `./cjs/${file}.d.ts`, default: `./cjs/${file}.js` },
      },
    ]),
  );
  // A compiler that resolves like Node 10 does not read `exports`.
  const named = Object.entries(entries).filter(([path]) => path !== '.');
  const older = Object.fromEntries(named.map(([path, file]) => [path.slice('./'.length), [`./cjs/${file}.d.ts`]]));
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    main: './cjs/index.js',
    types: './cjs/index.d.ts',
    typesVersions: { '*': older },
    exports: { ...exports, './vectors/*': './vectors/*', './package.json': './package.json' },
    engines: { node: '>=20' },
    sideEffects: false,
  };
}
