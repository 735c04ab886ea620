import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../../web/', import.meta.url));

const newest = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );

const pages = [
  ['dist', 'index.html'],
  ['dist-portal', 'portal.html'],
] as const;

const isCurrent = (folder: string, page: string): boolean => {
  const built = join(web, folder, page);
  if (!existsSync(built)) return false;
  return statSync(built).mtimeMs > Math.max(newest(join(web, 'src')), statSync(join(web, page)).mtimeMs);
};

/** Builds the board and the portal unless both are current. It takes about two seconds. */
export function buildBoard(): void {
  if (pages.every(([folder, page]) => isCurrent(folder, page))) return;
  execFileSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: join(web, '..'),
    stdio: 'pipe',
    // Under the NODE_ENV of tests the libraries would include development checks.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
