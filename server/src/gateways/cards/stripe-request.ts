import type { StripeConfig } from '#platform/config';
import { GatewayError } from '#platform/errors';

const timeoutMs = 10_000;

/** The version that requests and answers are written in; the package that types them is of this version. */
const apiVersion = '2026-10-28.endive';

/** An answer is a few kilobytes. */
const answerBytes = 1_048_576;

export type StripeRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly params?: object;
  /** The same key is the same request: the provider answers a repeated one with the first answer. */
  readonly key?: string;
};

/** One request to the provider. A failure that came as an answer carries its status; one without has none. */
export async function askStripe<T>(stripe: StripeConfig, { method, path, params, key }: StripeRequest): Promise<T> {
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
  if (!response.ok) throw refusal(response.status);
  if (answer === undefined) throw new GatewayError('malformed', 'the card provider’s answer makes no sense');
  return answer as T;
}

async function readAnswer(response: Response): Promise<unknown> {
  if (Number(response.headers.get('content-length') ?? 0) > answerBytes) return undefined;
  const text = await response.text().catch((error: unknown) => {
    throw new GatewayError('unavailable', 'the card provider’s answer broke off', { cause: error });
  });
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** 401 and 403 pass once our key is right, 409 once the same request has ended, 429 and 5xx later; the rest is final. */
function refusal(status: number): GatewayError {
  const later = [401, 403, 409, 429].includes(status) || status >= 500;
  return new GatewayError(later ? 'unavailable' : 'refused', 'the card provider said no', { responseCode: status });
}

/** Members of members in brackets, as the provider reads forms: `a[b][0]=c`. */
function toForm(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]): [string, string][] => {
    const path = prefix === '' ? name : `${prefix}[${name}]`;
    if (member === undefined) return [];
    if (typeof member === 'object' && member !== null) return toForm(member, path);
    return [[path, String(member)]];
  });
}
