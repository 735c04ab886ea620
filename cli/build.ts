// Builds the package as it is installed: plain JavaScript in <folder>, including the library and the doctor, ready
// for npm pack.
// node cli/build.ts <folder>
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { readBuildFolder } from '../tools/packages/build-folder.ts';

const here = import.meta.dirname;
const out = readBuildFolder('node cli/build.ts <folder>');
const source = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as Record<string, string>;

// One file per command and one for shared code: each loads what it needs, as the sources do.
await build({
  configFile: false,
  root: here,
  logLevel: 'warn',
  // Everything is bundled, so that nothing else has to be installed.
  ssr: { noExternal: true },
  build: {
    ssr: join(here, 'src', 'main.ts'),
    outDir: join(out, 'dist'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});

writeFileSync(join(out, 'dist', 'mw.js'), entry());
// The pages, and the client that one of them names.
const shown = [
  'README.md',
  'conformance.md',
  'src/conformance/reference/reference-client.ts',
  'src/conformance/reference/run-reference.ts',
];
for (const file of shown) cpSync(join(here, file), join(out, file));
cpSync(join(here, '..', 'LICENSE'), join(out, 'LICENSE'));
// Its code is in the package too.
const bundled = join(here, '..', 'node_modules', 'structured-headers');
cpSync(join(bundled, 'LICENSE'), join(out, 'LICENSE-structured-headers'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify(packageJson(), null, 2)}\n`);

/** Node 20 has no compile cache; it starts fast enough without one. */
function entry(): string {
  return [
    '#!/usr/bin/env node',
    "import * as modules from 'node:module';",
    'modules.enableCompileCache?.();',
    "await import('./main.js');",
    '',
  ].join('\n');
}

function packageJson() {
  const { name, version, description, license } = source;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { mw: 'dist/mw.js' },
    files: ['dist', 'LICENSE-structured-headers', ...shown],
    engines: { node: '>=20.12' },
  };
}
