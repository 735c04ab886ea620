import type { StaffRole } from '#actor';
import type { FeatureName } from '#modules/switches';

/** The token of an `Authorization: Bearer` header; undefined for any other header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,255})$/i.exec(header ?? '')?.[1];
}

/** What an operation of the partner surface asks of whoever calls it, beside a credential. */
export type DoorRule = {
  /** It opens with this feature. */
  readonly feature?: FeatureName;
  /** Announced, and closed to everybody. */
  readonly planned?: true;
  readonly testModeOnly?: true;
  /** A credential that only reads may call it although it is a POST. */
  readonly readOnlyMay?: true;
  /** Its route reads the body itself, as it comes, by `checkedBody`. */
  readonly streams?: true;
  /** No body counts as an empty object. */
  readonly bodyMayBeEmpty?: true;
  /** It activates the signed credential that its address names, so a pending one may sign it. */
  readonly activates?: true;
  /** What it makes can be fetched at its own address with the id behind it. */
  readonly locates?: true;
  /** Done at every call: its answers are not kept for an Idempotency-Key. */
  readonly everyTime?: true;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    door?: DoorRule;
    /** Who of the team may call it; app/staff-door.ts has the table, and this where a route says it itself. */
    role?: StaffRole;
    /** false for what is asked over and over and shows nobody's data: it leaves no row in the audit trail. */
    audited?: false;
  }
  interface FastifyRequest {
    /** The Idempotency-Key, in its proper form. */
    idempotencyKey: string | undefined;
    /** The bytes of a body that streams; it fails when there are too many, or when they are not what was signed. */
    checkedBody(limit: number): AsyncIterable<Uint8Array>;
  }
}

export const sessionCookie = '__Host-makewhole-staff';
/** Keeps what was asked of the identity provider, sealed, until the browser is back. */
export const oidcCookie = '__Host-makewhole-oidc';
export const oidcTtlS = 600;

export const sessionIdleS = 30 * 60;
export const sessionTtlS = 12 * 3600;
/** How old the note of the last call may be before it is written anew. */
export const sessionTouchS = 60;

/** Tries at one account, and from one address, in the window; what is beyond waits. */
export const tryWindowS = 15 * 60;
export const accountTriesMax = 10;
export const addressTriesMax = 100;
/** Codes that are looked at behind the right password in a day: whoever has found that out cannot go on to guess those. */
export const codeWindowS = 86_400;
export const codeTriesMax = 20;

export const setupTtlS = 24 * 3600;
export const recoveryCodes = 10;

type OriginHeaders = {
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
};

/**
 * Whether a request was made by a page of ours. Browsers tell; whoever tells nothing is refused. A page that sends no
 * referrer posts its forms with the origin `null`, which counts only beside the browser's own word that it is ours.
 */
export function isOwnOrigin(headers: OriginHeaders, publicBaseUrl: string): boolean {
  const own = new URL(publicBaseUrl).origin;
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && origin !== 'null' && origin !== own) return false;
  return site === undefined ? origin === own : site === 'same-origin';
}
