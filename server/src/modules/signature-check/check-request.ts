import type { Ctx } from '#context';
import { diagnoseRequest, type Diagnosis, type OwnCredential } from '#lib/signature-diagnosis/diagnose-request';
import { mistake } from '#lib/signature-diagnosis/mistakes';
import { readTime } from '#lib/api/pagination';
import { findNonceUse, listVerifyingKeys } from '#modules/partner-credentials';
import { judgedAt, perMinute, readClaims } from './rules.ts';
import { readRequestToCheck, type ReadToCheck } from './read-request-to-check.ts';
import type { RequestCheck, RequestToCheck } from './schemas.ts';
import { toMistake } from './to-mistake.ts';
import { describeRequest } from './words.ts';

/** Whose doctor it is: it knows the credentials of one institution. */
type Patient = { readonly institutionId: string; readonly livemode: boolean };

/** Which mistake the signature of a request to us verifies under. What is pasted is stored nowhere. */
export async function checkRequest(ctx: Ctx, patient: Patient, input: RequestToCheck): Promise<RequestCheck> {
  await ctx.limits.consume(perMinute, patient.institutionId);
  const read = await readRequestToCheck(ctx, patient, input);
  const { keyid, nonce, created } = readClaims(read.request.rawHeaders);
  const now = ctx.clock.now();
  const sentAt = read.sentAt ?? readTime(input.sent_at);
  const judged = sentAt === undefined ? judgedAt(created, now) : { at: sentAt, isKnown: true };
  const credentials = await listVerifyingKeys(ctx, patient.institutionId, { keyid });
  const diagnosis = await diagnoseRequest({
    request: read.request,
    publicBaseUrl: ctx.config.publicBaseUrl,
    credentials,
    at: judged.at,
    windowS: ctx.config.signatureWindowS,
    nonceUsed: read.code === 'nonce_replayed',
    depth: 2,
  });
  // What else is right may still have been refused: a nonce works once.
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
