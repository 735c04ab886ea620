import type { Config, S3Config } from '#platform/config';
import { openDirectory } from './directory.ts';
import type { ObjectStore } from './port.ts';

export const createObjects = ({ objects }: Pick<Config, 'objects'>): ObjectStore =>
  objects.s3 === undefined ? openDirectory(objects.blobDir) : openS3Later(objects.s3);

/** The provider's library is large, and a process that never meets a document need not load it. */
function openS3Later(config: S3Config): ObjectStore {
  let opened: Promise<ObjectStore> | undefined;
  const store = () => (opened ??= import('./s3.ts').then(({ openS3 }) => openS3(config)));
  return {
    create: async (object) => (await store()).create(object),
    find: async (key) => (await store()).find(key),
    delete: async (key) => (await store()).delete(key),
    check: async () => (await store()).check(),
    close: () =>
      void opened?.then(
        (bucket) => bucket.close(),
        () => undefined,
      ),
  };
}
