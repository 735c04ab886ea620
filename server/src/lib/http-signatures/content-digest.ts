// Content-Digest (RFC 9530), as signed requests use it: sha-256, sha-512 or both, over the body's raw bytes.
import { createHash, hash } from 'node:crypto';
import { isInnerList, parseDictionary, serializeDictionary, type Dictionary } from 'structured-headers';

type Digest = { readonly algorithm: 'sha256' | 'sha512'; readonly bytes: Buffer };

/** Names in the header and in node:crypto. */
const known = {
  'sha-256': { algorithm: 'sha256', length: 32 },
  'sha-512': { algorithm: 'sha512', length: 64 },
} as const;

/** Both digests together have 165 characters; the rest is for unknown algorithms, which are ignored. */
const lengthMax = 1024;

/** The common form, matched by a pattern because that is cheaper; it accepts only texts that the parser would accept. */
const usual = /^sha-256=:([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=):$/;

/** Undefined when the digest matches; otherwise the violation. */
export function digestViolation(contentDigest: string, body: Uint8Array): string | undefined {
  const read = readDigests(contentDigest);
  if ('violation' in read) return read.violation;
  const fits = read.digests.every(({ algorithm, bytes }) => bytes.equals(hash(algorithm, body, 'buffer')));
  return fits ? undefined : 'Content-Digest does not match the body';
}

/** The same for a streamed body: hashed while it arrives, compared at its end. */
export function createDigestCheck(contentDigest: string): {
  update(chunk: Uint8Array): void;
  violation(): string | undefined;
} {
  const read = readDigests(contentDigest);
  if ('violation' in read) return { update: () => undefined, violation: () => read.violation };
  const watched = read.digests.map(({ algorithm, bytes }) => ({ bytes, made: createHash(algorithm) }));
  return {
    update: (chunk) => {
      for (const { made } of watched) made.update(chunk);
    },
    violation: () =>
      watched.every(({ bytes, made }) => bytes.equals(made.digest()))
        ? undefined
        : 'Content-Digest does not match the body',
  };
}

export async function digestViolationOf(
  contentDigest: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<string | undefined> {
  const digest = createDigestCheck(contentDigest);
  for await (const chunk of chunks) digest.update(chunk);
  return digest.violation();
}

/** The digests of known algorithms; unknown ones are ignored as long as one known is present (D-078). */
export function readDigests(
  contentDigest: string,
): { readonly digests: readonly Digest[] } | { readonly violation: string } {
  const base64 = usual.exec(contentDigest)?.[1];
  if (base64 !== undefined) return { digests: [{ algorithm: 'sha256', bytes: Buffer.from(base64, 'base64') }] };
  return parseDigests(contentDigest);
}

export function parseDigests(
  contentDigest: string,
): { readonly digests: readonly Digest[] } | { readonly violation: string } {
  const members = contentDigest.length > lengthMax ? undefined : parse(contentDigest);
  if (members === undefined) return { violation: 'Content-Digest cannot be read' };
  const digests: Digest[] = [];
  for (const [name, { algorithm, length }] of Object.entries(known)) {
    const member = members.get(name);
    if (member === undefined) continue;
    if (isInnerList(member) || !(member[0] instanceof ArrayBuffer) || member[0].byteLength !== length) {
      return { violation: `Content-Digest holds no ${name} digest where it names one` };
    }
    digests.push({ algorithm, bytes: Buffer.from(member[0]) });
  }
  return digests.length > 0 ? { digests } : { violation: 'Content-Digest needs sha-256 or sha-512' };
}

/**
 * A dictionary keeps the last of two members with one name. All present digests must match, so text that differs from
 * the canonical form of its members, except for blanks around commas, is refused.
 */
function parse(text: string): Dictionary | undefined {
  try {
    const members = parseDictionary(text);
    const spelled = text.split(',').map((member) => member.trim());
    return serializeDictionary(members) === spelled.join(', ') ? members : undefined;
  } catch {
    return undefined;
  }
}
