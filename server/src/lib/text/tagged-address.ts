import { timingSafeEqual } from 'node:crypto';

/** The subject of an address: replies go to a consultation, bounces to a message. */
export type AddressTag = { readonly kind: 'reply' | 'bounce'; readonly id: string };

/** The part of the vault that this file needs: fingerprints. */
type Fingerprints = {
  readonly vault: {
    fingerprint(text: string, use: 'token'): Buffer;
    fingerprints(text: string, use: 'token'): Buffer[];
  };
};

const forms = { reply: { letter: 'r', prefix: 'con_' }, bounce: { letter: 'b', prefix: 'msg_' } } as const;

/** Together with the id, 62 of the 64 characters that a mailbox name may have (RFC 5321, 4.5.3.1.1). */
const proofDigits = 12;

/**
 * An address that cannot be guessed: the id of its subject, and a proof that we wrote it. In hexadecimal digits,
 * because mail servers may change the case of letters.
 */
export function taggedAddress(keys: Fingerprints, { kind, id }: AddressTag, domain: string): string {
  const { letter, prefix } = forms[kind];
  const tail = Buffer.from(id.slice(prefix.length)).toString('hex');
  return `${letter}+${tail}${toProof(keys.vault.fingerprint(nameOf({ kind, id }), 'token'))}@${domain}`;
}

/** Undefined for an address that we did not make. */
export function findAddressTag(keys: Fingerprints, address: string, domain: string): AddressTag | undefined {
  const [, letter, digits, host] = /^([rb])\+([0-9a-f]{60})@([^@]{1,253})$/.exec(address.toLowerCase()) ?? [];
  if (digits === undefined || host !== domain.toLowerCase()) return undefined;
  const kind = letter === 'r' ? 'reply' : 'bounce';
  const id = `${forms[kind].prefix}${Buffer.from(digits.slice(0, -proofDigits), 'hex').toString('latin1')}`;
  const given = Buffer.from(digits.slice(-proofDigits));
  const proofs = keys.vault.fingerprints(nameOf({ kind, id }), 'token').map((hash) => Buffer.from(toProof(hash)));
  return proofs.some((proof) => timingSafeEqual(proof, given)) ? { kind, id } : undefined;
}

const nameOf = ({ kind, id }: AddressTag): string => `address/${kind}/${id}`;
const toProof = (hash: Buffer): string => hash.toString('hex').slice(0, proofDigits);
