/** The part of the vault that this file needs: tokens. */
type Vaulted = {
  readonly vault: {
    encrypt(plain: string, aad: string, use: 'link'): Buffer;
    decrypt(encrypted: Buffer, aad: string, use: 'link'): string;
  };
};

/** Binds tokens to their use, because they are not in a row. */
const tokenAad = 'language-link';
/** Longer than any that we make. */
const tokenMax = 200;

/** Where the language switch of an owner's page posts to. It identifies the case and grants nothing. */
export const languageUrl = ({ vault }: Vaulted, consultationId: string): string =>
  `/language/${vault.encrypt(consultationId, tokenAad, 'link').toString('base64url')}`;

/** The case; undefined for a token that we did not make. */
export function readLanguageToken({ vault }: Vaulted, token: string): string | undefined {
  if (token.length > tokenMax || !/^[\w-]+$/.test(token)) return undefined;
  try {
    return vault.decrypt(Buffer.from(token, 'base64url'), tokenAad, 'link');
  } catch {
    return undefined;
  }
}
