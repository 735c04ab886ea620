// Packs the client library and the command line as users install them, into dist-packages, from where the service
// serves them.
// Run by `npm run build`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'dist-packages');
const work = mkdtempSync(join(tmpdir(), 'makewhole-packages-'));

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
for (const name of ['cli', 'sdk']) pack(name);
rmSync(work, { recursive: true });

function pack(name: string): void {
  const [built, packed] = [join(work, name), join(work, `${name}-packed`)];
  mkdirSync(packed);
  execFileSync(process.execPath, [join(root, name, 'build.ts'), built], { stdio: 'inherit' });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: built, stdio: 'ignore' });
  // npm puts the version in the name, which a pasted command does not contain.
  for (const file of readdirSync(packed)) renameSync(join(packed, file), join(out, `makewhole-${name}.tgz`));
}
