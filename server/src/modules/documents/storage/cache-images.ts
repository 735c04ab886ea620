export type ImageCache = {
  find(key: string): Buffer | undefined;
  keep(key: string, image: Buffer): void;
};

/** The images that were asked for last, as many as the bound allows. */
export function cacheImages({ maxBytes }: { readonly maxBytes: number }): ImageCache {
  // A Map keeps insertion order: the first key is the least recently used.
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  const remove = (key: string): void => {
    bytes -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  return {
    find(key) {
      const image = kept.get(key);
      if (image === undefined) return undefined;
      kept.delete(key);
      kept.set(key, image);
      return image;
    },
    keep(key, image) {
      if (image.length > maxBytes) return;
      remove(key);
      kept.set(key, image);
      bytes += image.length;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
  };
}
