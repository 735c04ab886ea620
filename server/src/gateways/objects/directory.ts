import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { GatewayError } from '#platform/errors';
import { objectsFull, requireKey, type NewObject, type ObjectStore } from './port.ts';

/** Much longer than writing a file takes: a draft of this age belongs to a process that died. */
const abandonedAfterMs = 30 * 60 * 1000;

/** On a small file system this share stays free instead of `minFreeBytes`. */
const minFreeShare = 0.05;

/** Objects as files below one directory, for machines without a bucket. It never fills the file system. */
export function createDirectoryStore(directory: string, minFreeBytes = 0): ObjectStore {
  const root = resolve(directory);
  const freeBytes = () => measureFreeSpace(root, minFreeBytes);
  const pathOf = (key: string) => join(root, requireKey(key));
  const drafts = join(root, '.drafts');
  return {
    create: async (object) => {
      const paths = { root, drafts, path: pathOf(object.key) };
      if ((await freeBytes().catch(fail)) < object.bytes.length) throw objectsFull();
      return create(paths, object).catch(fail);
    },
    async find(key) {
      const file = await open(pathOf(key), 'r').catch((error: unknown) =>
        isCode(error, 'ENOENT') ? undefined : fail(error),
      );
      if (file === undefined) return undefined;
      const { size } = await file.stat();
      return { sizeBytes: size, content: file.createReadStream() };
    },
    async delete(key) {
      const path = pathOf(key);
      await remove(path).catch(fail);
      await removeAbandoned(drafts).catch(fail);
    },
    list: () => listBelow(root, ''),
    freeBytes: () => freeBytes().catch(fail),
    async check() {
      const name = join(root, `.check-${randomUUID()}`);
      await mkdir(root, { recursive: true });
      await (await open(name, 'wx')).close();
      await unlink(name);
      return `the directory ${root}`;
    },
    close: () => undefined,
  };
}

/** Names that begin with a dot are our own, not objects. */
async function* listBelow(root: string, prefix: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch((error: unknown) =>
    isCode(error, 'ENOENT') ? [] : fail(error),
  );
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* listBelow(root, `${prefix}${entry.name}/`);
    else yield `${prefix}${entry.name}`;
  }
}

async function measureFreeSpace(root: string, minFreeBytes: number): Promise<number> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const { bavail, blocks, bsize } = await statfs(root);
  return bavail * bsize - Math.min(minFreeBytes, blocks * bsize * minFreeShare);
}

type Paths = { readonly root: string; readonly drafts: string; readonly path: string };

/** Written under another name, then linked: a reader sees all of it or nothing, and an existing object is never replaced. */
async function create({ root, drafts, path }: Paths, { bytes }: NewObject): Promise<'created' | 'exists'> {
  const directory = dirname(path);
  const draft = join(drafts, randomUUID());
  for (const one of [drafts, directory]) await mkdir(one, { recursive: true, mode: 0o700 });
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
    // A name is durable only once its directory is synced, and that one once its parent is.
    for (const one of directoriesUpTo(root, directory)) await syncDirectory(one);
    return 'created';
  } catch (error) {
    if (isCode(error, 'EEXIST')) return 'exists';
    throw error;
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

/** A directory and its parents, up to the root of all objects. */
export function directoriesUpTo(root: string, directory: string): string[] {
  const above = dirname(directory);
  return directory === root || above === directory ? [directory] : [directory, ...directoriesUpTo(root, above)];
}

async function remove(path: string): Promise<void> {
  try {
    await unlink(path);
    await syncDirectory(dirname(path));
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

/** Removing objects also removes abandoned drafts. */
async function removeAbandoned(drafts: string): Promise<void> {
  const names = await readdir(drafts).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  });
  for (const name of names) {
    const draft = join(drafts, name);
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > abandonedAfterMs) await unlink(draft).catch(() => undefined);
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

function fail(cause: unknown): never {
  if (isCode(cause, 'ENOSPC') || isCode(cause, 'EDQUOT')) throw objectsFull(cause);
  throw new GatewayError('unavailable', 'the directory of objects cannot be used', { cause });
}
