import type { StripeConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';

const timeoutMs = 10_000;

/** The API version of requests and responses, the same as that of the types package. */
const apiVersion = '2026-10-28.endive';

/** A response has a few kilobytes. */
const answerBytes = 1_048_576;

type StripeRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly params?: object;
  /** The provider returns the first response again for a repeated key. */
  readonly key?: string;
};

/** One request to the provider. An error has a status only if the provider responded. */
export async function requestStripe<T>(stripe: StripeConfig, { method, path, params, key }: StripeRequest): Promise<T> {
  const form = new URLSearchParams(toForm(params ?? {}));
  const query = method === 'GET' && form.size > 0 ? `?${form}` : '';
  const response = await fetch(`${stripe.apiUrl}/v1${path}${query}`, {
    method,
    headers: {
      authorization: `Bearer ${stripe.secretKey.reveal()}`,
      'stripe-version': apiVersion,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(method === 'POST' ? { body: form } : {}),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new GatewayError('unavailable', 'the card provider did not answer', { cause: error });
  });
  const answer = await readAnswer(response);
  if (!response.ok) throw refusal(response.status, answer);
  if (answer === undefined) throw new GatewayError('malformed', 'the card provider’s answer makes no sense');
  return answer as T;
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await readAtMost(response).catch((error: unknown) => {
    throw new GatewayError('unavailable', 'the card provider’s answer broke off', { cause: error });
  });
  if (text === undefined) return undefined;
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Not every response has a Content-Length, so its bytes are counted; undefined when they are too many. */
async function readAtMost(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > answerBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * 401 and 403 are retryable once our key is right, 409 once the same request has ended, 429 and 5xx later; other statuses are final. A 404
 * comes from the provider only with its own code; any other 404 comes from something in between.
 */
function refusal(status: number, answer: unknown): GatewayError {
  if (status === 404 && codeOf(answer) !== 'resource_missing') {
    return new GatewayError('malformed', 'something that is not the card provider answered');
  }
  const later = [401, 403, 409, 429].includes(status) || status >= 500;
  return new GatewayError(later ? 'unavailable' : 'refused', 'the card provider said no', { responseCode: status });
}

const codeOf = (answer: unknown): unknown => (answer as { error?: { code?: unknown } } | undefined)?.error?.code;

/** The provider has no object with that id. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof GatewayError && error.kind === 'refused' && error.responseCode === 404;

/** Nested members in brackets, as the provider parses forms: `a[b][0]=c`. */
function toForm(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]): [string, string][] => {
    const path = prefix === '' ? name : `${prefix}[${name}]`;
    if (member === undefined) return [];
    if (typeof member === 'object' && member !== null) return toForm(member, path);
    return [[path, String(member)]];
  });
}
