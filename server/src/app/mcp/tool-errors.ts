import { consentWords } from '#modules/intakes';
import type { AppError, Issue } from '#platform/errors';
import { agentErrorBody } from '#platform/http';
import { unknownMember } from '#platform/validation';
import type { ToolName } from './tool-messages.ts';

/** The called tool: its name, and its arguments. */
type Called = { readonly name: ToolName; readonly input: object };

/** What a client should do about a refusal, by the contract's code. */
const nextSteps: Readonly<Record<string, string>> = {
  unauthorized:
    'For one case: send poll_token from the result of submit_case. Otherwise connect with the agent key that submitted it (Authorization: Bearer svc_agent_…).',
  not_found: 'Check intake_id: no case has this id. Do not guess others.',
  rate_limited: 'Wait retry_after_s seconds, then send the same request again. Do not tell the owner to try elsewhere.',
  program_disabled: 'Submissions are currently closed. Tell the owner, keep nothing, and try again later.',
  idempotency_conflict: 'This idempotency_key was used for another case. Leave it out, or choose a new one.',
  internal: 'Something went wrong on our side. Send the same request again in a moment: it takes effect only once.',
};

const keyNeeded =
  'Connect with your agent key (Authorization: Bearer svc_agent_…): only an agent’s own cases can be listed. Without a key, read each case with get_case and its poll_token.';

const noReadsLeft =
  'Continue without a market read, and do not tell the owner a figure: the team checks the market for each submitted case. Or connect with an agent key.';

/** Advice of tools that is more specific than that of the code. */
const ownSteps: Partial<Record<ToolName, Readonly<Record<string, string>>>> = {
  list_my_cases: { unauthorized: keyNeeded },
  read_market: { rate_limited: noReadsLeft },
};

/** Tools whose arguments come from the owner; those of the others come from the client. */
const askingOwners: ReadonlySet<ToolName> = new Set(['submit_case', 'check_submission', 'read_market']);

/** Longer than any of our member names; a client's may be as long as the body, and is repeated twice. */
const pathMax = 100;

/** The issue with a truncated name. */
export const shortened = ({ path, message }: Issue): Issue => ({ path: path.slice(0, pathMax), message });

/** A refusal that a model can act on: the contract's code and words, and what to ask the owner or to correct. */
export function toToolError(error: AppError, called: Called) {
  const { error: message, code, issues } = agentErrorBody(error);
  const shown = issues?.map(shortened);
  const isTooLarge = error.code === 'payload_too_large';
  const asked = shown?.map((issue) => ({ ...issue, ask: isTooLarge ? sendLess : adviceOn(issue, called) }));
  return {
    code,
    error: message,
    next_step: ownSteps[called.name]?.[code] ?? nextSteps[code] ?? correctionOf(asked),
    ...(asked === undefined ? {} : { issues: asked }),
    ...(error.retryAfterS === undefined ? {} : { retry_after_s: error.retryAfterS }),
  };
}

const sendLess = 'The arguments are too large. Send less.';

const correctionOf = (asked: readonly { readonly ask: string }[] | undefined): string =>
  asked === undefined
    ? 'The case does not allow this at the moment; read it with get_case.'
    : [...new Set(asked.map(({ ask }) => ask))].join(' ');

function adviceOn({ path, message }: Issue, { name, input }: Called): string {
  if (askingOwners.has(name) || (message !== unknownMember && consentWords.hasQuestion(path)))
    return consentWords.questionOf(path, message);
  const { properties = {}, required = [] } = input as { properties?: object; required?: readonly string[] };
  const taken = Object.keys(properties);
  if (message === unknownMember)
    return `Not for the owner: leave ${path} out. ${name} takes ${taken.length === 0 ? 'no arguments' : taken.join(', ')}.`;
  return `Not for the owner: correct ${path}${required.includes(path) ? ', which is required' : ', or leave it out'}.`;
}
