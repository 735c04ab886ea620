import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { read, root, unknownSettings } from './deploy-files.ts';

const run = promisify(execFile);
const units = globSync('deploy/systemd/*.service', { cwd: root }).toSorted();
const valuesOf = (text: string, key: string): string[] =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe('systemd units', () => {
  it('the units are api, document parser, migrate and worker', () => {
    expect(units.map((path) => basename(path))).toEqual([
      'makewhole-api@.service',
      'makewhole-document-parser.service',
      'makewhole-migrate.service',
      'makewhole-worker.service',
    ]);
  });

  it('systemd accepts the units without a warning', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'makewhole-units-'));
    // systemd checks that the programs exist, and on this machine they are elsewhere.
    for (const path of units) {
      const here = read(path)
        .replaceAll('/opt/makewhole/node/bin/node', process.execPath)
        .replaceAll('/opt/makewhole/current', root.replace(/\/$/, ''));
      await writeFile(join(directory, basename(path).replace('@.', '@8080.')), here);
    }
    const files = globSync('*.service', { cwd: directory }).map((name) => join(directory, name));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...files]);
    await rm(directory, { recursive: true });
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('makewhole'))).toEqual([]);
  });

  it.each(units)('%s is exposed at most as far as 2.5 of 10', async (path) => {
    const options = ['security', '--offline=true', '--no-pager', '--threshold=25'];
    const { stdout } = await run('systemd-analyze', [...options, join(root, path)]);
    const score = /Overall exposure level for .*: ([\d.]+)/.exec(stdout)?.[1];
    expect(Number(score)).toBeLessThanOrEqual(2.5);
  });

  it('the units start existing files with existing settings', () => {
    for (const path of units) {
      const text = read(path);
      const files = valuesOf(text, 'ExecStart').map((line) => /current\/(\S+)/.exec(line)?.[1] ?? line);
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
      const names = valuesOf(text, 'Environment').flatMap((line) => line.match(/[A-Z_]+(?==)/g) ?? []);
      expect([path, unknownSettings(names)]).toEqual([path, []]);
    }
  });

  it('the units give the anchor signing key to the worker alone', () => {
    const files = globSync('deploy/systemd/**/*', { cwd: root, withFileTypes: true }).filter((one) => one.isFile());
    const paths = files.map((one) => join(one.parentPath, one.name));
    expect(paths.map((path) => path.slice(root.length)).filter((path) => /AUDIT_ANCHOR_KEY/.test(read(path)))).toEqual([
      'deploy/systemd/makewhole-worker.service.d/anchors.conf',
    ]);
  });

  it('give the document parser no secret, no network and no file of ours', () => {
    const parser = read('deploy/systemd/makewhole-document-parser.service');
    expect(parser).not.toMatch(/^(?:LoadCredential|EnvironmentFile|StateDirectory)=/m);
    expect(valuesOf(parser, 'PrivateNetwork')).toEqual(['yes']);
    expect(valuesOf(parser, 'InaccessiblePaths').join()).toMatch(/-\/etc\/makewhole -\/var\/lib\/makewhole/);
    const others = units.filter((path) => !path.includes('document-parser'));
    const roles = others.map((path) => valuesOf(read(path), 'LoadCredential'));
    expect(roles.map(([shared]) => shared)).toEqual(others.map(() => 'makewhole:/etc/makewhole/credentials'));
    // Each connects with its own role.
    expect(roles.map(([, own]) => own).toSorted()).toEqual(
      ['api', 'migrate', 'worker'].map((role) => `makewhole_DATABASE_URL:/etc/makewhole/roles/${role}`),
    );
  });
});
