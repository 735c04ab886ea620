import { MakewholeError, type ErrorFacts, type Issue } from './errors.ts';
import { readRetryAfter } from './retry-rules.ts';

type Reading = {
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
  readonly errorPage: string;
  readonly now: Date;
};

type ErrorBody = {
  readonly code?: unknown;
  readonly error?: unknown;
  readonly detail?: unknown;
  readonly type?: unknown;
  readonly request_id?: unknown;
  readonly issues?: unknown;
};

/** Returns the body of a success, or throws the error in the response. */
export async function readAnswer(response: Response, reading: Reading): Promise<unknown> {
  const text = await response.text();
  const body = parse(text);
  const known = factsOf(response, reading);
  if (body === undefined) {
    const message = `The answer with status ${response.status} is not JSON; it may be of something between you and us.`;
    throw new MakewholeError('unexpected_answer', message, known);
  }
  if (response.ok) return body;
  throw toError((body ?? {}) as ErrorBody, known, reading);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function factsOf({ status, headers }: Response, { attempts, idempotencyKey, now, errorPage }: Reading): ErrorFacts {
  return {
    status,
    attempts,
    idempotencyKey,
    requestId: headers.get('x-request-id') ?? undefined,
    page: helpLink(headers.get('link'), errorPage),
    retryAfterS: readRetryAfter(headers.get('retry-after'), now.getTime()),
    clockSkewS: skew(headers.get('date'), now),
  };
}

const ofEveryError = ['error', 'code', 'type', 'title', 'status', 'detail', 'instance', 'request_id', 'issues'];

function toError(body: ErrorBody, known: ErrorFacts, { errorPage }: Reading): MakewholeError {
  const { code, error, detail, type, request_id: requestId, issues } = body;
  if (typeof code !== 'string') {
    const message = `The answer with status ${known.status} has no code; it may be of something between you and us.`;
    return new MakewholeError('unexpected_answer', message, known);
  }
  const listed = Array.isArray(issues) ? (issues as Issue[]) : [];
  const details = Object.fromEntries(Object.entries(body).filter(([name]) => !ofEveryError.includes(name)));
  const { clockSkewS, ...facts } = known;
  return new MakewholeError(code, messageOf({ error, detail, listed, code, clockSkewS }), {
    ...facts,
    page: known.page ?? (typeof type === 'string' && type.includes('://') ? type : errorPage),
    requestId: known.requestId ?? (typeof requestId === 'string' ? requestId : undefined),
    issues: listed,
    details,
    ...(code === 'signature_stale' ? { clockSkewS } : {}),
  });
}

type Said = {
  readonly error: unknown;
  readonly detail: unknown;
  readonly listed: readonly Issue[];
  readonly code: string;
  readonly clockSkewS: number | undefined;
};

function messageOf({ error, detail, listed, code, clockSkewS }: Said): string {
  const said = String(detail ?? error ?? code);
  const fields = listed.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
  const clock =
    code === 'signature_stale' && clockSkewS !== undefined
      ? ` The server's clock and the one that signed are ${Math.abs(clockSkewS)} seconds apart.`
      : '';
  return `${said}${fields === '' ? '' : ` (${fields})`}${clock}`;
}

/** The page in `Link: <…>; rel="help"`; it is on the same host, which the link omits. */
function helpLink(header: string | null, errorPage: string): string | undefined {
  const links = (header ?? '').matchAll(/<([^<>]+)>([^,]*)/g);
  const [, target] =
    [...links].find(([, , members = '']) => /^\s*;/.test(members) && /\brel="?help/.test(members)) ?? [];
  return target !== undefined && URL.canParse(target, errorPage) ? new URL(target, errorPage).href : target;
}

function skew(date: string | null, now: Date): number | undefined {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? undefined : Math.round((at - now.getTime()) / 1000);
}
