// Checks out an older version of this repository with git, so that it can run next to today's.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { migrationNames, migrationsDirectory } from '@makewhole/server/src/platform/db/migration-files.ts';
import type { RunStack } from '#bench/instrument';
import { repositoryRoot } from '#bench/service/service';

export type OldCode = {
  readonly commit: string;
  /** Its folder. */
  readonly root: string;
  readonly newestMigration: string;
};

/** Why no older version can run here. */
export class NoOldCode extends Error {}

export function checkOutOldCode(closing: RunStack, wanted: string | undefined): OldCode {
  const commit = wanted === undefined ? findNewestWithFewer() : resolve(wanted);
  const names = migrationsOf(commit);
  if (!isStrictPrefix(names, migrationNames(migrationsDirectory)))
    throw new NoOldCode(`the migrations of ${commit} are not the first of today's`);
  const root = closing.folder('old');
  const archive = git(['archive', '--format=tar', commit], 'buffer');
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  linkPackages(root);
  return { commit, root, newestMigration: names.at(-1) ?? '' };
}

/** The newest version on the first-parent history that lacks a migration. */
function findNewestWithFewer(): string {
  if (!existsSync(join(repositoryRoot, '.git'))) throw new NoOldCode('this is no clone, so there is no older version');
  const today = migrationNames(migrationsDirectory);
  const found = git(['log', '--first-parent', '--format=%h', 'HEAD'], 'utf8')
    .split('\n')
    .filter(Boolean)
    .find((one) => isStrictPrefix(migrationsOf(one), today));
  if (found !== undefined) return found;
  const isShallow = git(['rev-parse', '--is-shallow-repository'], 'utf8').trim() === 'true';
  throw new NoOldCode(isShallow ? 'the history is shallow and has no older schema' : 'no version has an older schema');
}

function resolve(wanted: string): string {
  try {
    return git(['rev-parse', '--short', '--verify', '--quiet', `${wanted}^{commit}`], 'utf8').trim();
  } catch {
    throw new NoOldCode(`${wanted} is not in the history of this clone`);
  }
}

const migrationsOf = (commit: string): readonly string[] =>
  git(['ls-tree', '--name-only', commit, 'migrations/'], 'utf8')
    .split('\n')
    .filter((path) => path.endsWith('.sql'))
    .map((path) => path.slice('migrations/'.length, -'.sql'.length))
    .toSorted();

const isStrictPrefix = (some: readonly string[], all: readonly string[]): boolean =>
  some.length > 0 && some.length < all.length && some.every((name, index) => name === all[index]);

/** Links today's packages, but its own workspaces. */
function linkPackages(root: string): void {
  const [from, to] = [join(repositoryRoot, 'node_modules'), join(root, 'node_modules')];
  mkdirSync(join(to, '@makewhole'), { recursive: true });
  for (const name of readdirSync(from))
    if (!name.startsWith('.') && name !== '@makewhole') symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, '@makewhole')))
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(to, '@makewhole', name));
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const gone = Object.keys(dependencies).filter((name) => !existsSync(join(to, name)));
  if (gone.length > 0)
    throw new NoOldCode(`the older version needs packages that are not installed: ${gone.join(', ')}`);
}

function git(args: readonly string[], encoding: 'utf8'): string;
function git(args: readonly string[], encoding: 'buffer'): Buffer;
function git(args: readonly string[], encoding: 'utf8' | 'buffer'): string | Buffer {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return execFileSync('git', [...args], { cwd: repositoryRoot, encoding, stdio, maxBuffer: 512 * 1024 * 1024 });
}
