/** A key pair generated in this browser, both keys as PEM. */
export type KeyPair = {
  readonly algorithm: 'Ed25519' | 'P-256';
  readonly publicKey: string;
  readonly privateKey: string;
};

/**
 * Generates a pair: Ed25519 if the browser supports it, otherwise P-256. The page never sends it anywhere on its own.
 */
export async function makeKeyPair(): Promise<KeyPair> {
  const { pair, algorithm } = await generate();
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey('spki', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ]);
  return { algorithm, publicKey: toPem('PUBLIC KEY', publicKey), privateKey: toPem('PRIVATE KEY', privateKey) };
}

async function generate(): Promise<{ readonly pair: CryptoKeyPair; readonly algorithm: KeyPair['algorithm'] }> {
  try {
    const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair;
    return { pair, algorithm: 'Ed25519' };
  } catch {
    const curve = { name: 'ECDSA', namedCurve: 'P-256' };
    return { pair: await crypto.subtle.generateKey(curve, true, ['sign', 'verify']), algorithm: 'P-256' };
  }
}

function toPem(label: string, der: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(der)));
  return `-----BEGIN ${label}-----\n${base64.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END ${label}-----\n`;
}

/** Whether a text holds a private key, in any of the forms that tools write. */
export const hasPrivateKey = (text: string): boolean =>
  /PRIVATE KEY-----|OPENSSH PRIVATE|PuTTY-User-Key-File/.test(text);
