// Runs in a parser thread: reads the pasted text and finds the mistake under which its signature verifies.
import { diagnoseRequest, type Diagnosis, type RequestToDiagnose } from '#lib/signature-diagnosis/diagnose-request';
import { diagnoseWebhook, type OwnSecret, type WebhookDiagnosis } from '#lib/signature-diagnosis/diagnose-webhook';
import { readTime } from '#lib/api/pagination';
import { AppError, type Issue } from '#platform/errors';
import type { ParserThread } from '#platform/parsing';
import { bodyTooLarge, unreadableHeaders } from './errors.ts';
import { readRequestToCheck, type ReadToCheck } from './read-request-to-check.ts';
import { headerOf, mendPaste, readClaims, readHeaderLines } from './rules.ts';
import { pastedMax, type DeliveryToCheck, type RequestToCheck } from './schemas.ts';

/** A logged request has been read already. */
type RequestTask = { readonly request: RequestToCheck; readonly logged: ReadToCheck | undefined };
type DeliveryTask = {
  readonly delivery: DeliveryToCheck;
  readonly secrets: readonly OwnSecret[];
  readonly now: Date;
  readonly toleranceS: number;
};

/** What the thread asks of its caller: the credentials and the clock for a request with these claims. */
export type ClaimsQuestion = {
  readonly claims: ReturnType<typeof readClaims>;
  readonly sentAt: Date | undefined;
};
export type ClaimsAnswer = Omit<RequestToDiagnose, 'request' | 'nonceUsed' | 'depth'>;

type Checked =
  | { readonly read: ReadToCheck; readonly diagnosis: Diagnosis }
  | { readonly delivery: WebhookDiagnosis }
  | { readonly issues: readonly Issue[] };

export async function parse(task: RequestTask | DeliveryTask, thread: ParserThread): Promise<Checked> {
  try {
    return 'delivery' in task ? await checkDelivery(task) : await checkRequest(task, thread);
  } catch (error) {
    if (error instanceof AppError) return { issues: error.details['issues'] as Issue[] };
    throw error;
  }
}

async function checkRequest({ request: input, logged }: RequestTask, thread: ParserThread): Promise<Checked> {
  const read = logged === undefined ? readRequestToCheck(input) : withBuffer(logged);
  const claims = readClaims(read.request.rawHeaders);
  const known = (await thread.ask({ claims, sentAt: read.sentAt } satisfies ClaimsQuestion)) as ClaimsAnswer;
  const nonceUsed = read.code === 'nonce_replayed';
  return { read, diagnosis: await diagnoseRequest({ ...known, request: read.request, nonceUsed, depth: 2 }) };
}

/** A buffer that was copied between threads arrives as an array of bytes. */
const withBuffer = (read: ReadToCheck): ReadToCheck => ({
  ...read,
  request: { ...read.request, body: read.request.body && Buffer.from(read.request.body) },
});

async function checkDelivery({ delivery, secrets, now, toleranceS }: DeliveryTask): Promise<Checked> {
  const rawHeaders = readHeaderLines(delivery.headers.split(/\r?\n/));
  if (rawHeaders.length === 0) throw unreadableHeaders();
  const diagnosis = await diagnoseWebhook({
    body: readBody(delivery, rawHeaders),
    headers: toRecord(rawHeaders),
    secrets,
    computed: delivery.computed,
    at: readTime(delivery.received_at) ?? signedAt(rawHeaders) ?? now,
    toleranceS,
  });
  return { delivery: diagnosis };
}

function readBody({ body = '', body_base64: base64 }: DeliveryToCheck, rawHeaders: readonly string[]): Buffer {
  const bytes =
    base64 === undefined
      ? mendPaste(Buffer.from(body), headerOf(rawHeaders, 'content-length')).body
      : Buffer.from(base64, 'base64');
  if (bytes.length > pastedMax) throw bodyTooLarge(base64 === undefined ? 'body' : 'body_base64');
  return bytes;
}

const toRecord = (rawHeaders: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const] : [],
    ),
  );

/** A copy may be old, so without the receiver's clock its age proves nothing. */
function signedAt(rawHeaders: readonly string[]): Date | undefined {
  const time =
    headerOf(rawHeaders, 'webhook-timestamp') ??
    /^t=(\d{1,12})/.exec(headerOf(rawHeaders, 'x-service-signature') ?? '')?.[1];
  return /^\d{1,12}$/.test(time ?? '') ? new Date(Number(time) * 1000) : undefined;
}
