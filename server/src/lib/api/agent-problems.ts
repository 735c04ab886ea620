/** One situation in which a code is sent, by status. */
type Situation = { readonly status: number; readonly when: string; readonly remedy: string };

export type AgentProblem = {
  readonly title: string;
  readonly retryAfter?: true;
  /** Members of the body besides error and code, and when they are present. */
  readonly members?: Readonly<Record<string, string>>;
  readonly situations: readonly Situation[];
};

/** The closed list of codes of the agent interface: why each is sent and what a client should do. */
export const agentProblems = {
  invalid_request: {
    title: 'Invalid request',
    members: {
      issues: 'on 400, except after a wrong code: every invalid field',
      attempts_left: 'on 400 after a wrong code: how many attempts are left',
      current_version: 'on 409 from a registration: the current agreement',
    },
    situations: [
      {
        status: 400,
        when: 'A field of the body is missing, unknown or not allowed, the body is not JSON or too large, or the emailed code is wrong.',
        remedy:
          'Read issues, which lists each invalid field once and what it must be. Correct them and send the request again. After a wrong code, the response has attempts_left instead: how many attempts are left.',
      },
      {
        status: 405,
        when: 'The path exists but does not support this method.',
        remedy: 'Use one of the methods in the Allow header.',
      },
      {
        status: 409,
        when: 'The request conflicts with the current state: the agreement version is not the current one, the registration is already verified, the intake has no open consultation to attach a report to, or, in the sandbox, the step is not possible now.',
        remedy:
          'Read error, which describes the conflict. Resending the same request does not help. If current_version is present, read that agreement and register with it.',
      },
      {
        status: 410,
        when: 'The emailed code has expired.',
        remedy: 'Register again, or request recovery again; we email a new code.',
      },
    ],
  },
  unauthorized: {
    title: 'Unauthorized',
    situations: [
      {
        status: 401,
        when: 'The poll token or the agent key is missing, mistyped, revoked, or belongs to another intake.',
        remedy:
          'Send the poll_token of this intake or the newest agent key as Authorization: Bearer. A submission without a key must send no Authorization header at all. If you lost the key, use recovery to get a new one.',
      },
    ],
  },
  not_found: {
    title: 'Not found',
    situations: [
      {
        status: 404,
        when: 'No intake, registration or path has this name, or it is not yours.',
        remedy: 'Compare the id with the one in the first response. Paths have no trailing slash.',
      },
    ],
  },
  program_disabled: {
    title: 'Program disabled',
    situations: [
      {
        status: 404,
        when: 'Submissions or registrations are currently closed. Nothing was stored.',
        remedy: 'Tell the owner that submissions are closed today, and try again tomorrow.',
      },
    ],
  },
  idempotency_conflict: {
    title: 'Idempotency conflict',
    situations: [
      {
        status: 409,
        when: 'This Idempotency-Key was used with another body in the last 24 hours, or the first request with it is still in progress.',
        remedy:
          'Use a new key for a new case. To repeat a request, send the same bytes with the same key; if the first one is still in progress, wait a second and repeat.',
      },
    ],
  },
  rate_limited: {
    title: 'Rate limited',
    retryAfter: true,
    situations: [
      {
        status: 429,
        when: 'Your IP address or key exceeded its request limit, too many wrong codes were tried, or the daily limit for reports was reached.',
        remedy:
          'Wait the number of seconds in Retry-After, then send the same request with the same Idempotency-Key. Registered agents have higher limits. After too many wrong codes, register again.',
      },
    ],
  },
  internal: {
    title: 'Internal error',
    retryAfter: true,
    situations: [
      {
        status: 500,
        when: 'Something went wrong on our side.',
        remedy:
          'Send the same body with the same Idempotency-Key again: it is processed once. If the error persists, send us the X-Request-Id.',
      },
      {
        status: 503,
        when: 'The service is temporarily unavailable.',
        remedy: 'Wait the number of seconds in Retry-After, then send the same request again.',
      },
      {
        status: 507,
        when: 'File storage is full at the moment. Everything else works.',
        remedy: 'Send the report again later.',
      },
    ],
  },
} as const satisfies Record<string, AgentProblem>;
