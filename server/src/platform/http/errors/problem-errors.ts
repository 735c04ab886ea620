import type { AppError } from '#platform/errors';
import { jsonHeaders, type ErrorRenderer } from './render.ts';

type ProblemOptions = {
  readonly surface: string;
  readonly realm: string;
  readonly publicBaseUrl: string;
};

/** RFC 9457 bodies. The title is constant per code; the detail is specific to the case. */
export function problemErrors({ surface, realm, publicBaseUrl }: ProblemOptions): ErrorRenderer {
  return {
    surface,
    render(error, request) {
      // As the client sent it: the router may have received another spelling.
      const [instance = ''] = request.originalUrl.split('?', 1);
      return {
        status: error.status,
        headers: jsonHeaders('application/problem+json', error.status === 401 ? `Bearer realm="${realm}"` : undefined),
        body: JSON.stringify(problemBody(error, { publicBaseUrl, instance, requestId: request.id })),
      };
    },
  };
}

type RequestFacts = { readonly publicBaseUrl: string; readonly instance: string; readonly requestId: string };

/** The members of a problem, in the contract's order; the error's extra members come last. */
export function problemBody(
  error: Pick<AppError, 'code' | 'status' | 'message' | 'details'>,
  { publicBaseUrl, instance, requestId }: RequestFacts,
) {
  const title = problemTitle(error.code);
  return {
    error: title,
    code: error.code,
    type: `${publicBaseUrl}/developers/errors/${error.code}`,
    title,
    status: error.status,
    detail: error.message,
    instance,
    request_id: requestId,
    ...error.details,
  };
}

/** For example `not_found` becomes "Not found". */
export const problemTitle = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
