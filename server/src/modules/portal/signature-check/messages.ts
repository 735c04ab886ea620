// Notes that the signature check adds to the mistakes themselves.
import type { Diagnosis } from '#lib/signature-diagnosis/diagnose-request';
import type { WebhookDiagnosis } from '#lib/signature-diagnosis/diagnose-webhook';
import { headerOf } from './rules.ts';
import type { ReadToCheck } from './read-request-to-check.ts';

type Said = { readonly summary: string; readonly notes: string[]; readonly tried: string[] };

type KnownOfRequest = {
  readonly read: ReadToCheck;
  readonly keyid: string | undefined;
  readonly keyidIsOwn: boolean;
  readonly usedAt: Date | undefined;
  readonly isClockKnown: boolean;
  readonly credentials: readonly unknown[];
};

export function describeRequest(diagnosis: Diagnosis, known: KnownOfRequest): Said {
  const { verdict, mistakes } = diagnosis;
  const notes = [...noteKeyid(diagnosis, known), ...noteBody(known.read, verdict), ...noteClock(diagnosis, known)];
  const credentials = known.credentials.length;
  return {
    summary: summarize(verdict, mistakes.length),
    notes,
    tried: [
      `${diagnosis.verifications} ways of writing the text and the signature, one mistake at a time and in pairs`,
      `${credentials} ${credentials === 1 ? 'credential' : 'credentials'} of your institution, in both modes`,
      ...(known.read.body === 'whole' ? ['other forms of the body, compared with Content-Digest'] : []),
    ],
  };
}

function summarize(verdict: Diagnosis['verdict'], count: number): string {
  if (verdict === 'valid') return 'This signature is right: it verifies over the text as we build it.';
  if (verdict === 'explained') return count === 1 ? 'Found: one thing to change.' : `Found: ${count} things to change.`;
  return count === 0
    ? 'Not found: the signature verifies under none of the mistakes that we know.'
    : 'Not found what was signed, but the request itself breaks a rule.';
}

function noteKeyid({ credentialId }: Diagnosis, { read, keyid, keyidIsOwn }: KnownOfRequest): string[] {
  const { rawHeaders } = read.request;
  const isBearer = headerOf(rawHeaders, 'authorization') !== undefined;
  if (isBearer && headerOf(rawHeaders, 'signature-input') === undefined)
    return ['The request has an Authorization header and no signature, so there is nothing to verify.'];
  if (keyid === undefined || keyidIsOwn || credentialId !== undefined) return [];
  return [
    'The keyid is of no credential of your institution, in either mode. Use the id of one under Credentials, or upload the public key there; a credential of another institution signs nothing of yours.',
  ];
}

function noteBody({ body, request }: ReadToCheck, verdict: Diagnosis['verdict']): string[] {
  const needsBody = headerOf(request.rawHeaders, 'content-digest') !== undefined;
  if (body === 'of another length')
    return [
      'The body that was pasted has another length than Content-Length says: copying may have changed it. Give the exact bytes as a file to have its digest checked.',
    ];
  if (body === 'cut') return ['Of this body the log has the first 64 KiB, so its digest was not compared.'];
  return needsBody && body === 'none'
    ? [`The body is not there, so its digest was not compared${verdict === 'valid' ? '; it may still be wrong' : ''}.`]
    : [];
}

function noteClock({ verdict }: Diagnosis, { isClockKnown, usedAt }: KnownOfRequest): string[] {
  if (usedAt !== undefined)
    return [
      `A request with this nonce was accepted at ${usedAt.toISOString()}. If it was this one, nothing is wrong with it; sent again it is refused.`,
    ];
  if (isClockKnown || verdict === 'not_explained') return [];
  return ['Whether the clock was right cannot be told of a copy: say when it was sent to have created checked.'];
}

export function describeDelivery(
  { verdict, mistakes }: WebhookDiagnosis,
  known: { readonly endpoints: number; readonly hasComputed: boolean; readonly isClockKnown: boolean },
): Said {
  const notes = [
    ...(verdict === 'not_explained' && !known.hasComputed
      ? [
          'No secret of yours in this mode signed it. If the endpoint is of the other mode, open the doctor there. If you are sure that it came from us to an endpoint of yours, paste headers and body once more exactly as they arrived; otherwise do not trust it.',
          'Say what your code computed: then we can tell how it came to that.',
        ]
      : []),
    ...(known.isClockKnown ? [] : ['Say when it arrived by the clock of your server to have its age checked.']),
  ];
  return {
    summary: summarizeDelivery(verdict, mistakes.length, known.hasComputed),
    notes,
    tried: [
      `the secrets of ${known.endpoints === 1 ? 'this endpoint' : 'this endpoint and of your others in this mode'}, used rightly and wrongly`,
      'other forms of the body',
      ...(known.hasComputed ? ['other ways of joining id, time and body, other hashes and encodings'] : []),
    ],
  };
}

function summarizeDelivery(verdict: Diagnosis['verdict'], count: number, hasComputed: boolean): string {
  if (verdict === 'valid')
    return hasComputed
      ? 'What your code computed is right.'
      : 'This delivery is ours and unchanged: its signature verifies with the secret of the endpoint.';
  if (verdict === 'explained') return count === 1 ? 'Found: one thing to change.' : `Found: ${count} things to change.`;
  return hasComputed
    ? 'Not found: none of the mistakes that we know leads to what your code computed.'
    : 'Not found: these headers and this body do not belong to a secret of yours in this mode.';
}
