import type { Bytes } from '../bytes.ts';

type Hash = { update(chunk: Bytes): unknown; digest(encoding: 'base64'): string };
type Runtime = {
  readonly process?: { getBuiltinModule?(name: string): { createHash?(name: string): Hash } | undefined };
};

/**
 * SHA-256 in base64 of data that is never held as a whole. WebCrypto cannot digest a stream, so this uses Node's
 * crypto without
 * importing it; undefined outside Node.
 */
export async function digestStream(chunks: AsyncIterable<Bytes>): Promise<string | undefined> {
  const hash = (globalThis as unknown as Runtime).process?.getBuiltinModule?.('node:crypto')?.createHash?.('sha256');
  if (hash === undefined) return undefined;
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('base64');
}
