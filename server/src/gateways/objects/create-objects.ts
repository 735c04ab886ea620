import type { AnchorConfig, Config, S3Config } from '#platform/config';
import { createDirectoryStore } from './directory.ts';
import type { ObjectStore } from './port.ts';

export const createObjects = ({ objects }: Pick<Config, 'objects'>): ObjectStore =>
  objects.s3 === undefined
    ? createDirectoryStore(objects.blobDir, objects.minFreeBytes)
    : createLazyS3Store(objects.s3);

/** Where anchors are written: separate from documents, which are listed and removed. */
export const createAnchorObjects = ({ place }: Pick<AnchorConfig, 'place'>): ObjectStore =>
  'directory' in place
    ? createDirectoryStore(place.directory)
    : createLazyS3Store(place.s3, { retainDays: place.retainDays });

/** The provider's library is large, and a process that never handles a document need not load it. */
function createLazyS3Store(config: S3Config, options: { readonly retainDays?: number } = {}): ObjectStore {
  let opened: Promise<ObjectStore> | undefined;
  const store = () => (opened ??= import('./s3.ts').then(({ createS3Store }) => createS3Store(config, options)));
  return {
    create: async (object) => (await store()).create(object),
    find: async (key) => (await store()).find(key),
    delete: async (key) => (await store()).delete(key),
    async *list() {
      yield* (await store()).list();
    },
    freeBytes: async () => undefined,
    check: async () => (await store()).check(),
    close: () =>
      void opened?.then(
        (bucket) => bucket.close(),
        () => undefined,
      ),
  };
}
