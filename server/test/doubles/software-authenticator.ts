import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What an answer of the authenticator says that a true one would not. */
export type AuthenticatorLie = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userVerified?: boolean;
  readonly crossOrigin?: boolean;
  /** The counter it shows, where it is not the next. */
  readonly counter?: number;
  /** Signs with a key that it never registered. */
  readonly withOtherKey?: boolean;
  readonly userHandle?: string | undefined;
  /** Registers under this id instead of its own. */
  readonly credentialId?: Buffer;
  /** Registers this COSE key instead of its own. */
  readonly publicKey?: Buffer;
  /** The attestation object around its authenticator data, instead of one with the format "none". */
  readonly attest?: (data: Buffer, clientDataHash: Buffer, ownKey: KeyObject) => Buffer;
};

type CreationOptions = {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
};
type RequestOptions = { readonly challenge: string; readonly rpId?: string };

/** Answers as a browser's `toJSON()` gives them. */
export type SoftwareAuthenticator = {
  readonly credentialId: string;
  create(options: CreationOptions, lie?: AuthenticatorLie): Record<string, unknown>;
  get(options: RequestOptions, lie?: AuthenticatorLie): Record<string, unknown>;
};

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** A passkey with one ES256 key in memory, written after the standard (WebAuthn level 3, section 6) and not after our code. */
export function createSoftwareAuthenticator(origin: string): SoftwareAuthenticator {
  const [own, other] = [newKey(), newKey()];
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, lie: AuthenticatorLie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: lie.crossOrigin ?? false,
      }),
    );
  const authenticatorData = (rpId: string, lie: AuthenticatorLie, attested?: Buffer): Buffer => {
    counter += 1;
    // User present 0x01, user verified 0x04, attested data 0x40.
    const flags = 0x01 | (lie.userVerified === false ? 0 : 0x04) | (attested === undefined ? 0 : 0x40);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lie.counter ?? counter);
    const head = Buffer.concat([sha256(lie.rpId ?? rpId), Buffer.from([flags]), count]);
    return attested === undefined ? head : Buffer.concat([head, attested]);
  };
  const envelope = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId: id.toString('base64url'),
    create({ challenge, rp, user }, lie = {}) {
      userHandle = user.id;
      const { credentialId = id, publicKey = coseKey(own.publicKey), attest = attestWithNone } = lie;
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), idLength, credentialId, publicKey]);
      const data = authenticatorData(rp.id ?? '', lie, attested);
      const client = clientData('webauthn.create', challenge, lie);
      return envelope({
        clientDataJSON: client.toString('base64url'),
        attestationObject: attest(data, sha256(client), own.privateKey).toString('base64url'),
        transports: ['internal'],
      });
    },
    get({ challenge, rpId }, lie = {}) {
      const data = authenticatorData(rpId ?? '', lie);
      const client = clientData('webauthn.get', challenge, lie);
      const key = lie.withOtherKey === true ? other.privateKey : own.privateKey;
      return envelope({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
        userHandle: 'userHandle' in lie ? lie.userHandle : userHandle,
      });
    },
  };
}

/** CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an elliptic key of P-256 for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);
}

/** CBOR of {"fmt": "none", "attStmt": {}, "authData": bytes}. */
const attestWithNone = (data: Buffer): Buffer => attestationObject(data, 'none', Buffer.from([0xa0]));

/** CBOR of {"fmt": format, "attStmt": statement, "authData": bytes}; the statement is CBOR already. */
export function attestationObject(data: Buffer, format: string, statement: Buffer): Buffer {
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text(format),
    text('attStmt'),
    statement,
    text('authData'),
    cborBytes(data),
  ]);
}

/** A CBOR byte string. */
export function cborBytes(bytes: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}
