import type { Ctx } from '#context';
import { diagnoseRequest, type OwnCredential } from '#lib/signature-diagnosis/diagnose-request';
import type { SignedRequest } from '#lib/signature-diagnosis/signed-request';
import type { AppError } from '#platform/errors';
import type { Limit } from '#platform/limits';
import { partnerProblem } from '../errors.ts';
import { listVerifyingKeys } from './list-verifying-keys.ts';
import { findCredential } from './store.ts';

const explained = ['signature_invalid', 'signature_profile_invalid', 'signature_stale'] as const;

/** Looking for a mistake takes a hundred verifications; nobody mends their signer more often than this. */
const perMinute: Limit = { name: 'signature_hints', points: 30, windowS: 60, whenStoreIsGone: 'refuse' };

/**
 * In test mode a refusal of a signature says which text we expected, and which mistake was made if the signature verifies
 * under one. So a stranger learns nothing: only who has the private key can make such a signature. The code stays.
 */
export async function explainRefusal(ctx: Ctx, request: SignedRequest, refusal: AppError): Promise<AppError> {
  const code = explained.find((one) => one === refusal.code);
  if (code === undefined || !isTest(request)) return refusal;
  // What breaks the profile is said without asking for the credential (D-083).
  const credentials = code === 'signature_profile_invalid' ? [] : await listOwn(ctx, request);
  const { verdict, mistakes, expectedText } = await diagnoseRequest({
    request,
    publicBaseUrl: ctx.config.publicBaseUrl,
    credentials,
    at: ctx.clock.now(),
    windowS: ctx.config.signatureWindowS,
    depth: 1,
  });
  const hints = verdict === 'explained' || code === 'signature_profile_invalid' ? mistakes : [];
  return partnerProblem(code, refusal.message, {
    details: {
      ...(hints.length === 0 ? {} : { hints }),
      ...(expectedText === undefined ? {} : { signature_base: expectedText }),
    },
  });
}

const isTest = ({ rawHeaders }: SignedRequest): boolean =>
  rawHeaders.some(
    (name, index) =>
      index % 2 === 0 &&
      name.toLowerCase() === 'x-svc-environment' &&
      /^\s*test\s*$/i.test(rawHeaders[index + 1] ?? ''),
  );

/** The test credentials of the institution whose credential the request names. */
async function listOwn(ctx: Ctx, { rawHeaders }: SignedRequest): Promise<OwnCredential[]> {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'signature-input');
  const keyid = /;\s*keyid="([\w-]{1,255})"/.exec(rawHeaders[at + 1] ?? '')?.[1];
  if (at === -1 || keyid === undefined) return [];
  // Whose credential it is, is what it says.
  const db = ctx.db.seeing('all');
  const named = await findCredential(db, keyid);
  if (named === undefined || named.livemode || !(await isAllowed(ctx, named.institution_id))) return [];
  return listVerifyingKeys({ db }, named.institution_id, { keyid, livemode: false });
}

async function isAllowed(ctx: Ctx, institutionId: string): Promise<boolean> {
  try {
    await ctx.limits.consume(perMinute, institutionId);
    return true;
  } catch {
    return false;
  }
}
