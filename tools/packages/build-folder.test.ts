import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'makewhole-build-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['cli', 'sdk'])('%s/build.ts', (name) => {
  const file = join(import.meta.dirname, '../..', name, 'build.ts');
  const build = (...words: readonly string[]) =>
    spawnSync(process.execPath, [file, ...words], { cwd: folder, encoding: 'utf8' });

  it.each([
    ['--help', 0],
    ['-h', 0],
    ['--out', 2],
    ['', 2],
    ['one two', 2],
  ])('wrong arguments print the usage and create no folder: %s', (words, code) => {
    const { status, stdout, stderr } = build(...words.split(' ').filter((word) => word !== ''));
    expect([status, stdout + stderr]).toEqual([code, `node ${name}/build.ts <folder>\n`]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('deletes only the output of a build', () => {
    const own = join(folder, name);
    mkdirSync(own);
    for (const manifest of [{ name: 'mine' }, { name: '@makewhole/cli', private: true }]) {
      writeFileSync(join(own, 'package.json'), JSON.stringify(manifest));
      expect([build(name).status, existsSync(join(own, 'package.json'))]).toEqual([2, true]);
    }
    rmSync(own, { recursive: true });
  });
});
