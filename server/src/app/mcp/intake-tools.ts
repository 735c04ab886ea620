import type { Static, TSchema } from 'typebox';
import type { Ctx } from '#context';
import { idempotencyKeyMaxLength } from '#lib/network/idempotency-key';
import { findRehearsal } from '#modules/sandbox';
import {
  attachReportBytes,
  authenticatePollToken,
  checkIntake,
  consentWords,
  getIntake,
  listOwnIntakes,
  submitIntake,
  type Receipt,
} from '#modules/intakes';
import { unauthorized, validationFailed, type Issue } from '#platform/errors';
import type { Call } from './call.ts';
import { Rehearsal } from './rehearsal.ts';
import { shortened } from './tool-errors.ts';
import type * as schemas from './tool-schemas.ts';

type In<Name extends keyof typeof schemas> = (typeof schemas)[Name] extends infer Schema extends TSchema
  ? Static<Schema>
  : never;

/** What to tell the owner, by the status of their case. */
const statusSteps: Readonly<Record<Receipt['status'], string>> = {
  received: 'Give the owner customer_message word for word, if there is one: it explains what we do next.',
  welcome_sent: 'The owner has a message from us with a link to confirm. You don’t need to do anything.',
  contact_attempted: 'A person called and did not reach the owner. You may remind them of the message with the link.',
  customer_confirmed: 'The owner wants the consultation. The team takes it from here.',
  consultation_active: 'The team is working on it with the owner. Checkout links, if any, are for the owner only.',
  declined: 'The owner said no, or never asked for it. Do not submit it again unless they ask you to.',
  not_eligible: 'We cannot help with this case, and no one will call. Do not give a reason: you do not know it.',
  duplicate: 'This person already has an open case. Do not submit anything else: the team will contact them about it.',
  expired: 'The owner did not answer in time. Ask them whether they still want it before you submit again.',
};

export async function checkSubmission({ ctx }: Call, draft: In<'checkInput'>): Promise<In<'checkOutput'>> {
  const { idempotency_key: key, ...body } = draft;
  const check = await checkIntake(ctx, body);
  const ofKey = findKeyIssues(key);
  const problems = [...check.problems, ...ofKey].map(shortened).map((issue) => ({
    ...issue,
    ask: consentWords.questionOf(issue.path, issue.message),
  }));
  return {
    would_be_accepted: check.acceptable && ofKey.length === 0,
    problems,
    would_help: [...check.missing],
    state_served: check.stateServed ?? null,
    accepting_submissions: check.programOpen,
    market_read_possible: check.marketReadable,
    next_step: nextStepOf({ ...check, problems }),
  };
}

function nextStepOf({
  acceptable,
  problems,
  stateServed,
  programOpen,
  missing,
}: Awaited<ReturnType<typeof checkIntake>>): string {
  if (problems.length > 0) return [...new Set(problems.map(({ ask }) => ask))].join(' ');
  if (!programOpen) return 'Submissions are currently closed. Tell the owner.';
  if (stateServed === false) return 'We do not serve this state yet. Tell the owner, and do not submit.';
  if (!acceptable) return 'Correct the problems listed above.';
  return missing.length === 0
    ? 'Call submit_case with the same arguments.'
    : 'Ask the owner for the details under would_help, if they have them at hand. Then call submit_case with the same arguments.';
}

export async function submit({ ctx, livemode }: Call, given: In<'submitInput'>): Promise<In<'submitOutput'>> {
  const { idempotency_key: key, ...body } = given;
  const { receipt } = await submitIntake(ctx, {
    body,
    key: checkedKey(key),
    rehearse: livemode ? undefined : rehearseRefusal,
  });
  const neutral = receipt.status === 'duplicate' || receipt.status === 'not_eligible' ? receipt.status : undefined;
  const result = receipt.idempotent_replay === true ? 'replayed' : (neutral ?? 'created');
  const replayStep = neutral === undefined && result === 'replayed' && receipt.customer_message === null;
  const token = result === 'created' ? ' Keep poll_token: it is shown only here.' : '';
  return { result, next_step: replayStep ? takenOnce : `${statusSteps[receipt.status]}${token}`, receipt };
}

/** Another person at the same address may ask, so the link is not repeated. */
const takenOnce =
  'This case was already submitted and counts once. The owner’s link and poll_token were in the first result and are not repeated.';

/** As over HTTP: magic addresses of the sandbox get their refusal. */
function rehearseRefusal({ customer: { email } }: { readonly customer: { readonly email?: string } }): void {
  const refusal = findRehearsal(email, 'POST /intakes');
  if (refusal !== undefined) throw new Rehearsal(refusal);
}

/** The module checks the case; the key is a separate argument. */
function checkedKey(key: unknown): string | undefined {
  const issues = findKeyIssues(key);
  if (issues.length > 0) throw validationFailed(issues);
  return typeof key === 'string' && key !== '' ? key : undefined;
}

function findKeyIssues(key: unknown): Issue[] {
  if (key === undefined || key === null) return [];
  if (typeof key === 'string' && key.length <= idempotencyKeyMaxLength) return [];
  return [{ path: 'idempotency_key', message: `must be a string of at most ${idempotencyKeyMaxLength} characters` }];
}

export async function getReceipt(
  call: Call,
  { intake_id: id, poll_token: token }: In<'intakeInput'>,
): Promise<In<'receiptOutput'>> {
  return withStep(await getIntake(await holderOf(call, token), id));
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

export async function attach(call: Call, given: In<'attachInput'>): Promise<In<'receiptOutput'>> {
  const { intake_id: id, poll_token: token, content_base64: content } = given;
  const holder = await holderOf(call, token);
  if (!base64.test(content)) throw validationFailed([{ path: 'content_base64', message: 'is not base64' }]);
  const bytes = Buffer.from(content, 'base64');
  return withStep(await attachReportBytes(holder, id, { bytes, signal: call.signal }));
}

export async function listMine({ ctx }: Call, given: In<'listInput'>): Promise<In<'listOutput'>> {
  const { limit = 25, cursor, status, external_ref: externalRef } = given;
  return listOwnIntakes(ctx, { limit, cursor, status, externalRef });
}

const withStep = (receipt: Receipt) => ({ next_step: statusSteps[receipt.status], receipt });

/** Who asks about a case: the holder of its token, or the agent of the connection. */
async function holderOf({ ctx, stranger, address }: Call, token: string | undefined): Promise<Ctx> {
  if (token !== undefined) return authenticatePollToken(stranger, `Bearer ${token}`, address);
  if (ctx.actor.kind !== 'agent') throw unauthorized();
  return ctx;
}
