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
      issues: 'on 400, unless a code was wrong: every member that is wrong',
      attempts_left: 'on 400 after a wrong code: how many more may be tried',
      current_version: 'on 409 of a registration: the agreement in force',
    },
    situations: [
      {
        status: 400,
        when: 'A member of the body is missing, unknown or not allowed, the body is not JSON or too large, or the code that was mailed is wrong.',
        remedy:
          'Read issues: it names every member that is wrong, once, and what it must be. Correct them and send the request again. After a wrong code there is attempts_left instead: how many more may be tried.',
      },
      {
        status: 405,
        when: 'The address exists, but not for this method.',
        remedy: 'Use one of the methods in the Allow header.',
      },
      {
        status: 409,
        when: 'What is asked for does not fit what is there: another version of the agreement is in force, the registration was verified before, the intake has no open consultation that could take a report, or, in the sandbox, the step is not possible now.',
        remedy:
          'Read error, which names the conflict. Sending the same again does not help. If current_version is there, read that agreement and register with it.',
      },
      {
        status: 410,
        when: 'The mailed code is too old.',
        remedy: 'Register again, or ask for recovery again; a new code is mailed.',
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
          'Send the poll_token of this intake or the newest agent key as Authorization: Bearer. A submission without a key must send no Authorization header at all. A lost key is replaced by recovery.',
      },
    ],
  },
  not_found: {
    title: 'Not found',
    situations: [
      {
        status: 404,
        when: 'No intake, registration or address is there under this name, or it is not yours.',
        remedy: 'Compare the id with the one in the first answer. There is no slash at the end of an address.',
      },
    ],
  },
  program_disabled: {
    title: 'Program disabled',
    situations: [
      {
        status: 404,
        when: 'Submissions or registrations are closed at the moment. Nothing was stored.',
        remedy: 'Tell the owner that it is not possible today, and try again tomorrow.',
      },
    ],
  },
  idempotency_conflict: {
    title: 'Idempotency conflict',
    situations: [
      {
        status: 409,
        when: 'This Idempotency-Key was used with another body in the last 24 hours, or the first request with it is still being worked on.',
        remedy:
          'Use a new key for a new case. To repeat a request, send the same bytes with the same key; if the first one is still under way, wait a second and repeat.',
      },
    ],
  },
  rate_limited: {
    title: 'Rate limited',
    retryAfter: true,
    situations: [
      {
        status: 429,
        when: 'More requests came from your address or with your key than the limit allows, too many wrong codes were tried, or a budget for reports of the day is used up.',
        remedy:
          'Wait as many seconds as Retry-After says, then send the same request with the same Idempotency-Key. Registered agents have higher limits. After too many wrong codes, register again.',
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
          'Send the same body with the same Idempotency-Key again: it is processed once. If it stays so, tell us the X-Request-Id.',
      },
      {
        status: 503,
        when: 'The service cannot answer right now.',
        remedy: 'Wait as many seconds as Retry-After says and send the same request again.',
      },
      {
        status: 507,
        when: 'There is no space for files at the moment. Everything else works.',
        remedy: 'Send the report again later.',
      },
    ],
  },
} as const satisfies Record<string, AgentProblem>;
