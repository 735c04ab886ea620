// Signature-Input and Signature (RFC 9421) as the profile gap-v2 allows them: one signature, parameters in a fixed
// order.
import { isInnerList, parseDictionary, serializeDictionary, type InnerList, type Item } from 'structured-headers';

export type SignatureAlgorithm = 'ed25519' | 'ecdsa-p256-sha256';

export type Component = '@method' | '@target-uri' | 'content-digest' | 'idempotency-key' | 'x-svc-environment';

export type SignatureInput = {
  readonly keyid: string;
  readonly alg: SignatureAlgorithm;
  /** Unix seconds. */
  readonly created: number;
  readonly nonce: string;
};

type Violation = { readonly violation: string };

/** 255 for the nonce, 255 for the keyid and about 200 of fixed text; a longer header is refused without parsing. */
const lengthMax = 1024;

/** The end of the year 9999: later times cannot be written as a date. */
const createdMax = 253_402_300_799;

/** Visible ASCII without `"` and `\`: nothing needs escaping, so nothing has two spellings (D-080). */
const plain = /^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/;

export function readSignatureInput(
  text: string,
  components: readonly Component[],
): { readonly input: SignatureInput } | Violation {
  const input = matchInput(text, components);
  return input === undefined ? parseInput(text, components) : { input };
}

export function readSignature(text: string): { readonly signature: Buffer } | Violation {
  const base64 = usualSignature.exec(text)?.[1];
  return base64 === undefined ? parseSignature(text) : { signature: Buffer.from(base64, 'base64') };
}

/**
 * The profile allows one spelling, so a pattern can match a valid text at a fifth of the cost of parsing. Each pattern
 * accepts only texts that the parser below would accept; all others go to the parser.
 */
const usualParameters =
  /^;created=([1-9][0-9]{0,10});nonce="([\x21\x23-\x5b\x5d-\x7e]{1,255})";keyid="([\x21\x23-\x5b\x5d-\x7e]{1,255})";alg="(ed25519|ecdsa-p256-sha256)";tag="gap-v2"$/;
/** 64 bytes; only two bits of the last character before the padding are used. */
const usualSignature = /^svc=:([A-Za-z0-9+/]{85}[AQgw]==):$/;

function matchInput(text: string, components: readonly Component[]): SignatureInput | undefined {
  const covered = `svc=("${components.join('" "')}")`;
  if (!text.startsWith(covered)) return undefined;
  const [, created, nonce = '', keyid = '', alg] = usualParameters.exec(text.slice(covered.length)) ?? [];
  if (created === undefined) return undefined;
  return { keyid, alg: alg === 'ed25519' ? alg : 'ecdsa-p256-sha256', created: Number(created), nonce };
}

export function parseInput(
  text: string,
  components: readonly Component[],
): { readonly input: SignatureInput } | Violation {
  const member = readOnlyMember(text);
  if (member === undefined || !isInnerList(member)) return { violation: unreadable('Signature-Input', 'a list') };
  const [items, parameters] = member;
  const covered = items.length === components.length && components.every((name, index) => isBare(items[index], name));
  if (!covered) return { violation: `Signature-Input must cover exactly ${components.join(', ')}, in this order` };
  if ([...parameters.keys()].join() !== 'created,nonce,keyid,alg,tag') {
    return { violation: 'Signature-Input must have the parameters created, nonce, keyid, alg, tag, in this order' };
  }
  const [created, nonce, keyid, alg, tag] = parameters.values();
  if (typeof created !== 'number' || !Number.isInteger(created) || created < 0 || created > createdMax) {
    return { violation: 'created must be a time in whole unix seconds' };
  }
  if (typeof nonce !== 'string' || !plain.test(nonce)) return { violation: notPlain('nonce') };
  if (typeof keyid !== 'string' || !plain.test(keyid)) return { violation: notPlain('keyid') };
  if (alg !== 'ed25519' && alg !== 'ecdsa-p256-sha256') {
    return { violation: 'alg must be "ed25519" or "ecdsa-p256-sha256"' };
  }
  if (tag !== 'gap-v2') return { violation: 'tag must be "gap-v2"' };
  return { input: { keyid, alg, created, nonce } };
}

export function parseSignature(text: string): { readonly signature: Buffer } | Violation {
  const member = readOnlyMember(text);
  if (member === undefined || isInnerList(member)) return { violation: unreadable('Signature', 'bytes') };
  const [bytes, parameters] = member;
  // Signatures of both algorithms have 64 bytes; a DER-encoded ECDSA signature is longer.
  if (!(bytes instanceof ArrayBuffer) || bytes.byteLength !== 64 || parameters.size > 0) {
    return { violation: 'Signature must be a byte sequence of 64 bytes without parameters' };
  }
  return { signature: Buffer.from(bytes) };
}

/**
 * The only member, `svc`. The text must equal the canonical form of its content: the parser keeps the last of a
 * repeated label or parameter, and tolerates odd spacing and base64 without padding.
 */
function readOnlyMember(text: string): InnerList | Item | undefined {
  if (text.length > lengthMax) return undefined;
  try {
    const members = parseDictionary(text);
    return members.size === 1 && serializeDictionary(members) === text ? members.get('svc') : undefined;
  } catch {
    return undefined;
  }
}

const isBare = (item: Item | undefined, name: string): boolean => item?.[0] === name && item[1].size === 0;

const unreadable = (header: string, kind: string): string =>
  `${header} must hold exactly one signature, labelled svc, as ${kind} in canonical form`;

const notPlain = (parameter: string): string =>
  `${parameter} must be 1 to 255 visible ASCII characters without quotation marks and backslashes`;
