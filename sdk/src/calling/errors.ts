import type { ErrorCode as AgentCode } from '../types/agent.gen.ts';
import type { ErrorCode as PartnerCode } from '../types/partner.gen.ts';

export type { AgentCode, PartnerCode };

/** Failures before there is a response to branch on. */
export type ClientCode =
  /** No response arrived: the connection failed or was dropped. */
  | 'connection_failed'
  /** No response within `timeoutMs`. */
  | 'timeout'
  /** Your own signal ended the call. */
  | 'aborted'
  /** The response does not match the API description, such as a proxy's page. */
  | 'unexpected_answer';

export type Issue = { readonly path: string; readonly message: string };

/** Members that some codes add to the body of an error. */
type DetailsByCode = {
  readonly referral_exists: { readonly referral_id: string };
  readonly enrollment_exists: { readonly enrollment_id: string };
  readonly loss_notice_exists: { readonly loss_notice_id: string };
  readonly invalid_state: { readonly current_status: string };
  readonly roster_cancel_threshold: {
    readonly would_cancel: number;
    readonly active_count: number;
    readonly threshold_percent: number;
  };
};
type DetailsOf<Code> = Code extends keyof DetailsByCode ? DetailsByCode[Code] : Readonly<Record<string, unknown>>;

export type ErrorFacts = {
  /** The HTTP status, if there was a response. */
  readonly status?: number | undefined;
  /** Quote it when you ask us about this call. */
  readonly requestId?: string | undefined;
  /** The URL of a page about this error. */
  readonly page?: string | undefined;
  /** Each invalid field, on a validation error. */
  readonly issues?: readonly Issue[] | undefined;
  readonly retryAfterS?: number | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
  /** Call again with this key: the call still takes effect only once. */
  readonly idempotencyKey?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** How far the server's clock was ahead of this one, if a signature was refused as stale. */
  readonly clockSkewS?: number | undefined;
  readonly cause?: unknown;
};

/** Every error of a call. Branch on `code`; `message` is for people and can change. */
export class MakewholeError<Code extends string = string> extends Error {
  override readonly name = 'MakewholeError';
  readonly code: Code;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly page: string | undefined;
  readonly issues: readonly Issue[];
  readonly retryAfterS: number | undefined;
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
  readonly details: DetailsOf<Code>;
  readonly clockSkewS: number | undefined;

  constructor(code: Code, message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.page = facts.page;
    this.issues = facts.issues ?? [];
    this.retryAfterS = facts.retryAfterS;
    this.attempts = facts.attempts;
    this.idempotencyKey = facts.idempotencyKey;
    this.details = (facts.details ?? {}) as DetailsOf<Code>;
    this.clockSkewS = facts.clockSkewS;
  }
}

/** One member per code, so that a check of `code` tells TypeScript which error it is. */
type Each<Code extends string> = Code extends string ? MakewholeError<Code> : never;

export type AgentError = Each<AgentCode | ClientCode>;
export type PartnerError = Each<PartnerCode | ClientCode>;

/** By name and not by class, because a program can load this library twice, once per module kind. */
export const isMakewholeError = (error: unknown): error is AgentError | PartnerError =>
  error instanceof Error && error.name === 'MakewholeError' && 'code' in error && 'attempts' in error;
