import { clearHostCookie, readCookie, writeHostCookie } from '#lib/network/cookies';
import type { Clock } from '#platform/clock';
import type { Vault } from '#platform/crypto';

type CookieContext = { readonly vault: Vault; readonly clock: Clock };

type EncryptedCookieOptions = {
  readonly cookie: `__Host-${string}`;
  /** Binds the content to this cookie, so that it cannot be read from another one. */
  readonly aad: string;
  readonly ttlS: number;
};

/**
 * State that must come back unchanged from the same browser, such as that of a request to an identity provider, encrypted in a short-lived
 * cookie. Nothing is stored, so a caller that must accept it only once records its use.
 */
export function createEncryptedCookie<Content extends object>({ cookie, aad, ttlS }: EncryptedCookieOptions) {
  return {
    name: cookie,
    ttlS,
    write({ vault, clock }: CookieContext, content: Content): string {
      const until = clock.now().getTime() + ttlS * 1000;
      const value = vault.encrypt(JSON.stringify({ ...content, until }), aad, 'link').toString('base64url');
      return writeHostCookie(cookie, value, ttlS);
    },
    /** Undefined when it is missing, repeated, not ours or expired. */
    read({ vault, clock }: CookieContext, cookies: string | undefined): (Content & Until) | undefined {
      const value = readCookie(cookies, cookie);
      if (value === undefined) return undefined;
      try {
        const text = vault.decrypt(Buffer.from(value, 'base64url'), aad, 'link');
        const content = JSON.parse(text) as Content & Until;
        return content.until > clock.now().getTime() ? content : undefined;
      } catch {
        return undefined;
      }
    },
    clear: (): string => clearHostCookie(cookie),
  };
}

type Until = { readonly until: number };
