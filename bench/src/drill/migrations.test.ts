import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { repositoryRoot } from '#bench/service/service';
import { files } from './migrations.ts';

it('drills only files that our own rules permit', () => {
  const directory = mkdtempSync(join(tmpdir(), 'makewhole-lint-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(directory, `${name}.sql`);
    writeFileSync(path, `${text}\n`);
    return path;
  });
  const env = { ...process.env, PATH: `${join(repositoryRoot, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
  const args = [join(repositoryRoot, 'tools/lint-migrations.ts'), ...paths];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: repositoryRoot, env, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining(`${paths.length} migrations looked at`)]);
});
