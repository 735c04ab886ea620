import { Type } from 'typebox';

/** The name of a file whose bytes are the body, in percent encoding, since a header has no other letters. */
export const fileNameHeader = Type.Object({ 'x-file-name': Type.Optional(Type.String({ maxLength: 1200 })) });

/** Empty when there is none, or when it is no percent encoding. */
export function readFileName({ 'x-file-name': text = '' }: { readonly 'x-file-name'?: string | undefined }): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
