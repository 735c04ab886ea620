import type { IdempotencyKey } from '#platform/idempotency';
import type { FeatureName } from '#modules/feature-flags';

/** A partner API operation's requirements besides a credential. */
type GuardRule = {
  /** Available if this feature is open. */
  readonly feature?: FeatureName;
  /** Documented, but not available yet. */
  readonly planned?: true;
  readonly testModeOnly?: true;
  /** A read-only credential may call it although it is a POST. */
  readonly readOnlyMay?: true;
  /** Its route reads the body itself, as a stream, by `checkedBody`. */
  readonly streams?: true;
  /** No body counts as an empty object. */
  readonly bodyMayBeEmpty?: true;
  /** It activates the signed credential in its path, so a pending one may sign it. */
  readonly activates?: true;
  /** The created object has a URL: the path and the new id. */
  readonly locates?: true;
  /** Executed at every call: its responses are not stored for an Idempotency-Key. */
  readonly everyTime?: true;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: GuardRule;
    /**
     * Whether it is refused while the sandbox is reset: operations that create or change an object that the reset
     * removes are.
     */
    duringReset?: 'refused' | 'allowed';
  }
  interface FastifyRequest {
    /** A valid Idempotency-Key, and the scope in which it must be unique. */
    idempotencyHeader: Pick<IdempotencyKey, 'scope' | 'key'> | undefined;
    /** The partner's name for this request, if it sent an Idempotency-Key. */
    idempotencyKey: IdempotencyKey | undefined;
    /** The bytes of a streamed body; iteration fails if there are too many, or if they are not the signed ones. */
    checkedBody(limit: number): AsyncIterable<Uint8Array>;
  }
}
