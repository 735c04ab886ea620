import { randomUUID } from 'node:crypto';
import { link, mkdir, open, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GatewayError } from '#platform/errors';
import { requireKey, type NewObject, type ObjectStore } from './port.ts';

/** Objects as files below one directory, for machines without a bucket. */
export function openDirectory(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, requireKey(key));
  return {
    create: (object) => create(pathOf(object.key), object).catch(fail),
    async find(key) {
      const file = await open(pathOf(key), 'r').catch((error: unknown) =>
        isCode(error, 'ENOENT') ? undefined : fail(error),
      );
      if (file === undefined) return undefined;
      const { size } = await file.stat();
      return { sizeBytes: size, content: file.createReadStream() };
    },
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

/** Written whole under another name, then linked: a reader sees all of it or nothing, and what is there stays. */
async function create(path: string, { bytes }: NewObject): Promise<'created' | 'exists'> {
  const directory = dirname(path);
  const draft = join(directory, `.draft-${randomUUID()}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
    await syncDirectory(directory);
    return 'created';
  } catch (error) {
    if (isCode(error, 'EEXIST')) return 'exists';
    throw error;
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

/** The name is kept only once its directory is. */
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
  throw new GatewayError('unavailable', 'the directory of objects cannot be used', { cause });
}
