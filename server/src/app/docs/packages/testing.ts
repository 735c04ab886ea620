import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../../..');

/** Packs the command line and the client library unless both are current. */
export function buildPackages(): void {
  const sources = globSync(['cli/src/**/*.ts', 'cli/build.ts', 'sdk/src/**/*.ts', 'sdk/build.ts'], { cwd: root });
  const newest = Math.max(...sources.map((file) => statSync(join(root, file)).mtimeMs));
  const built = ['makewhole-cli.tgz', 'makewhole-sdk.tgz'].map((name) => join(root, 'dist-packages', name));
  if (built.every((file) => existsSync(file) && statSync(file).mtimeMs > newest)) return;
  execFileSync(process.execPath, ['tools/packages/pack-packages.ts'], { cwd: root, stdio: 'pipe' });
}
