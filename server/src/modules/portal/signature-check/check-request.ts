import type { Ctx } from '#context';
import type { Diagnosis, OwnCredential } from '#lib/signature-diagnosis/diagnose-request';
import { mistake } from '#lib/signature-diagnosis/mistakes';
import { readTime } from '#lib/api/pagination';
import { findNonceUse, listVerifyingKeys } from '#modules/credentials';
import { getRequest } from '../request-log/request-log.ts';
import { validationFailed } from '#platform/errors';
import { refuseWith, textLane } from '#platform/parsing';
import { noContent, tooHard } from './errors.ts';
import { judgedAt, perMinute, readClaims } from './rules.ts';
import type { ReadToCheck } from './read-request-to-check.ts';
import type { RequestCheck, RequestToCheck } from './schemas.ts';
import type { ClaimsAnswer, ClaimsQuestion, parse } from './signature-parser.ts';
import { toMistake } from './signature-check.ts';
import { describeRequest } from './messages.ts';

/** The institution and mode whose credentials the check may use. */
type Patient = { readonly institutionId: string; readonly livemode: boolean };

const inTurn = textLane.parser<typeof parse>(new URL('signature-parser.ts', import.meta.url));

/** Finds the mistake under which the signature of a request to us verifies. Pasted data is never stored. */
export async function checkRequest(ctx: Ctx, patient: Patient, input: RequestToCheck): Promise<RequestCheck> {
  await ctx.limits.consume(perMinute, patient.institutionId);
  const logged = await readLogged(ctx, patient, input.request_id);
  const now = ctx.clock.now();
  const judge = (created: number | undefined, sentAt: Date | undefined) =>
    sentAt === undefined ? judgedAt(created, now) : { at: sentAt, isKnown: true };
  let judged = judge(undefined, undefined);
  let credentials: readonly OwnCredential[] = [];
  const answer = async (question: unknown): Promise<ClaimsAnswer> => {
    const { claims, sentAt } = question as ClaimsQuestion;
    judged = judge(claims.created, sentAt ?? readTime(input.sent_at));
    credentials = await listVerifyingKeys(ctx, patient.institutionId, { keyid: claims.keyid });
    const { publicBaseUrl, signatureWindowS: windowS } = ctx.config;
    return { publicBaseUrl, credentials, at: judged.at, windowS };
  };
  const caller = { owner: patient.institutionId };
  const checked = await inTurn(caller, (parse) => parse({ request: input, logged }, { answer })).catch(
    refuseWith(tooHard),
  );
  if ('issues' in checked) throw validationFailed(checked.issues);
  const { read, diagnosis } = checked as { read: ReadToCheck; diagnosis: Diagnosis };
  const { keyid, nonce } = readClaims(read.request.rawHeaders);
  // An otherwise valid request may have been refused because its nonce was used before.
  const { credentialId } = diagnosis;
  const isValid = diagnosis.verdict === 'valid' && nonce !== undefined && credentialId !== undefined;
  const usedAt = isValid ? await findNonceUse(ctx, patient.institutionId, { credentialId, nonce }) : undefined;
  return toCheck(addNonce(diagnosis, usedAt), {
    input,
    read,
    credentials,
    keyid,
    usedAt,
    isClockKnown: judged.isKnown,
  });
}

const addNonce = (diagnosis: Diagnosis, usedAt: Date | undefined): Diagnosis =>
  usedAt === undefined ? diagnosis : { ...diagnosis, verdict: 'explained', mistakes: [mistake('nonce.used')] };

type Known = {
  readonly input: RequestToCheck;
  readonly read: ReadToCheck;
  readonly credentials: readonly OwnCredential[];
  readonly keyid: string | undefined;
  readonly usedAt: Date | undefined;
  readonly isClockKnown: boolean;
};

function toCheck(diagnosis: Diagnosis, known: Known): RequestCheck {
  const { verdict, mistakes, expectedText, signedText, credentialId, verifications } = diagnosis;
  const found = known.credentials.find(({ id }) => id === credentialId);
  const { summary, notes, tried } = describeRequest(diagnosis, {
    ...known,
    keyidIsOwn: known.credentials.some(({ id }) => id === known.keyid),
  });
  return {
    object: 'signature_check',
    verdict,
    summary,
    mistakes: mistakes.map((one) => toMistake(one, known.input.language)),
    notes,
    tried,
    expected_text: expectedText ?? null,
    signed_text: signedText ?? null,
    credential: found === undefined ? null : { id: found.id, status: found.status, livemode: found.livemode },
    verifications,
  };
}

/** The logged request, if the input names one. */
async function readLogged(ctx: Ctx, patient: Patient, id: string | undefined): Promise<ReadToCheck | undefined> {
  if (id === undefined) return undefined;
  const { content, at, method, code } = await getRequest(ctx, { ...patient, id });
  if (content === null) throw noContent();
  const stored = content.request_body;
  const isWhole = stored !== null && !stored.truncated;
  return {
    request: {
      method,
      target: content.target,
      rawHeaders: content.headers.flatMap(({ name, value }) => [name, value]),
      body: isWhole ? Buffer.from(stored.base64, 'base64') : undefined,
    },
    sentAt: new Date(at),
    code: code ?? undefined,
    body: isWhole ? 'whole' : stored === null ? 'none' : 'cut',
  };
}
