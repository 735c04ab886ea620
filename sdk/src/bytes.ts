// Bytes and their text forms, without Buffer, which only Node has.

export type Bytes = Uint8Array<ArrayBuffer>;

export const toBytes = (content: string | Uint8Array): Bytes =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);

export function joinBytes(parts: readonly (string | Uint8Array)[]): Bytes {
  const all = parts.map(toBytes);
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Undefined unless the text is exactly the base64 of its bytes: decoders are lenient, signatures are not. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function fromHex(text: string): Bytes | undefined {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
