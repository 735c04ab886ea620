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
  }
  interface FastifyRequest {
    /** The Idempotency-Key, in its proper form. */
    idempotencyKey: string | undefined;
    /** The bytes of a body that streams; it fails when there are too many, or when they are not what was signed. */
    checkedBody(limit: number): AsyncIterable<Uint8Array>;
  }
}
