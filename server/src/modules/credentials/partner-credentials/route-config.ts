import type { IdempotencyKey } from '#platform/idempotency';
import type { FeatureName } from '#modules/feature-flags';

/** What an operation of the partner surface requires of its client, beside a credential. */
type GuardRule = {
  /** Available when this feature is open. */
  readonly feature?: FeatureName;
  /** Documented, but not available to anybody yet. */
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
  /** What it creates has its own address: the path and the new id. */
  readonly locates?: true;
  /** Executed at every call: its responses are not stored for an Idempotency-Key. */
  readonly everyTime?: true;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: GuardRule;
    /** Whether it is refused while the sandbox is reset: what makes or changes an object that the reset removes is. */
    duringReset?: 'refused' | 'allowed';
  }
  interface FastifyRequest {
    /** The Idempotency-Key of a valid form, and whose keys it is compared with. */
    idempotencyHeader: Pick<IdempotencyKey, 'scope' | 'key'> | undefined;
    /** What a partner calls this request by, when it gave an Idempotency-Key. */
    idempotencyKey: IdempotencyKey | undefined;
    /** The bytes of a streamed body; iteration fails when there are too many, or when they are not what was signed. */
    checkedBody(limit: number): AsyncIterable<Uint8Array>;
  }
}
