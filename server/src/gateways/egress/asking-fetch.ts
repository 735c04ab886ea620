import { GatewayError } from '#platform/errors';
import type { EgressGateway } from './port.ts';

type FetchOptions = {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
};

/** A `fetch` for libraries that accept one: their requests go through the guard, with text bodies. */
export const askingFetch =
  (egress: EgressGateway) =>
  async (url: string, { method = 'GET', headers, body }: FetchOptions = {}): Promise<Response> => {
    if (method !== 'GET' && method !== 'POST') throw new GatewayError('refused', 'only GET and POST are asked');
    const sent = Object.fromEntries(new Headers(headers));
    const text = body === undefined || body === null ? undefined : String(body);
    // The content type that fetch itself sets for a form.
    if (body instanceof URLSearchParams) sent['content-type'] ??= 'application/x-www-form-urlencoded;charset=UTF-8';
    const { status, contentType, body: answer } = await egress.ask({ method, url, headers: sent, body: text });
    const empty = status === 204 || status === 205 || status === 304;
    return new Response(empty ? null : answer, { status, headers: { 'content-type': contentType } });
  };
