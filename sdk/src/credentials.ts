import type { Bytes } from './bytes.ts';
import { signAttempt, type Signer } from './create-signer.ts';
import type { MakewholeError } from './calling/errors.ts';
import type { Environment, SignedMethod } from './signature-base.ts';

export type Attempt = {
  readonly method: string;
  readonly url: string;
  readonly body?: Bytes | undefined;
  /** SHA-256 in base64, for a body that is not in memory. */
  readonly digest?: string | undefined;
  readonly idempotencyKey?: string | undefined;
};

/** How a call identifies its sender; computed again for every attempt. */
export type Credential = {
  /** A signature needs the whole body before the first byte is sent. */
  readonly signs: boolean;
  headersFor(attempt: Attempt): Promise<Record<string, string>>;
  /** Whether the refusal led to a correction, so that the next attempt can succeed. */
  learn(error: MakewholeError): boolean;
};

export function bearer(key: string | undefined): Credential {
  return {
    signs: false,
    headersFor: async ({ idempotencyKey }) => ({
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }),
    learn: () => false,
  };
}

export type SignedOptions = { readonly signer: Signer; readonly environment: Environment; readonly now: () => Date };

/** For a smaller difference a stale signature has another cause, and correcting the clock would not help. */
const leastSkewS = 30;

export function signed({ signer, environment, now }: SignedOptions): Credential {
  let aheadS = 0;
  return {
    signs: true,
    headersFor: ({ method, ...attempt }) =>
      signAttempt(signer, {
        ...attempt,
        method: method as SignedMethod,
        environment,
        created: Math.floor(now().getTime() / 1000) + aheadS,
      }),
    learn({ code, clockSkewS = 0 }) {
      if (code !== 'signature_stale' || Math.abs(clockSkewS - aheadS) < leastSkewS) return false;
      aheadS = clockSkewS;
      return true;
    },
  };
}
