import type { AppError, Issue } from '#platform/errors';
import { jsonHeaders, type ErrorRenderer } from './render.ts';

type AgentErrorCode =
  | 'invalid_request'
  | 'not_found'
  | 'unauthorized'
  | 'rate_limited'
  | 'program_disabled'
  | 'idempotency_conflict'
  | 'internal';

type Pairing = { readonly code: AgentErrorCode; readonly status?: number };

/** Our codes, mapped to this surface's closed list. Statuses differ because its contract has no 413 or 415. */
const pairings: Record<string, Pairing> = {
  validation_failed: { code: 'invalid_request' },
  malformed_body: { code: 'invalid_request' },
  payload_too_large: { code: 'invalid_request', status: 400 },
  unsupported_media_type: { code: 'invalid_request', status: 400 },
  method_not_allowed: { code: 'invalid_request' },
  unauthorized: { code: 'unauthorized' },
  not_found: { code: 'not_found' },
  rate_limited: { code: 'rate_limited' },
  program_disabled: { code: 'program_disabled' },
  idempotency_conflict: { code: 'idempotency_conflict' },
  idempotency_in_progress: { code: 'idempotency_conflict' },
  invalid_request: { code: 'invalid_request' },
  internal_error: { code: 'internal' },
};

/** `{error, code, issues?}` and nothing else, except the two members that operations of the contract add. */
export const agentErrors: ErrorRenderer = {
  surface: 'agent',
  render(error) {
    const status = statusOf(error);
    const body = agentErrorBody(error);
    return {
      status,
      headers: {
        ...jsonHeaders('application/json', status === 401 ? 'Bearer realm="agent"' : undefined),
        // The body is closed, so the page about the code is linked in a header.
        link: `</developers/agent/errors/${body.code}>; rel="help"`,
      },
      body: JSON.stringify(body),
    };
  },
};

const pairingOf = ({ code }: AppError): Pairing => pairings[code] ?? { code: 'internal', status: 500 };

const statusOf = (error: AppError): number => pairingOf(error).status ?? error.status;

/** The body without HTTP, for tools that wrap it in their own format. */
export const agentErrorBody = (error: AppError): AgentErrorBody => ({
  error: error.message,
  code: pairingOf(error).code,
  ...issuesOf(error, statusOf(error)),
  ...ownMembers(error),
});

type AgentErrorBody = { readonly error: string; readonly code: AgentErrorCode; readonly issues?: readonly Issue[] };

/** A 400 about the body always has issues; other statuses never do. */
function issuesOf(error: AppError, status: number): { readonly issues?: readonly Issue[] } {
  if (status !== 400 || 'attempts_left' in error.details) return {};
  const issues = error.details['issues'] as readonly Issue[] | undefined;
  return { issues: issues ?? [{ path: '', message: error.message }] };
}

function ownMembers({ details }: AppError) {
  return {
    ...('attempts_left' in details ? { attempts_left: details['attempts_left'] } : {}),
    ...('current_version' in details ? { current_version: details['current_version'] } : {}),
  };
}
