import { GatewayError } from '#platform/errors';

/** Resellers of plate data have been seen to take up to 14 seconds. */
const timeoutMs = 20_000;

/** Responses of these APIs have a few kilobytes. */
const answerMaxBytes = 65_536;

/** The JSON of a response, or undefined for 404: the plate is unknown. Errors contain neither plate nor key. */
export async function fetchProviderJson(url: string, init: RequestInit): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...init, redirect: 'error', signal }).catch(unreachable);
  if (!response.ok) {
    // The body does not matter, however it ends: only the status does.
    await response.body?.cancel().catch(() => undefined);
    if (response.status === 404) return undefined;
    throw refusal(response.status);
  }
  const text = await readAtMost(response).catch(unreachable);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new GatewayError('malformed', 'the plate provider did not answer in JSON', { cause });
  }
}

async function readAtMost(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > answerMaxBytes) throw new GatewayError('malformed', 'the plate provider answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unreachable(cause: unknown): never {
  if (cause instanceof GatewayError) throw cause;
  throw new GatewayError('unavailable', 'the plate provider did not answer', { cause });
}

/** Final for a plate that the provider will never find, retryable when the provider is unavailable. */
function refusal(status: number): GatewayError {
  const kind = status === 400 || status === 422 ? 'refused' : 'unavailable';
  return new GatewayError(kind, 'the plate was not looked up', { responseCode: status });
}

/** A member of an object of unknown shape. */
export const memberOf = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined;
