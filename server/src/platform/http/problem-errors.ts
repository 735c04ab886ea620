import { jsonHeaders, type ErrorRenderer } from './render.ts';

export type ProblemOptions = {
  readonly surface: string;
  readonly realm: string;
  readonly publicBaseUrl: string;
};

/** RFC 9457 bodies. The title is constant per code, the detail is this case's. */
export function problemErrors({ surface, realm, publicBaseUrl }: ProblemOptions): ErrorRenderer {
  return {
    surface,
    render(error, request) {
      const title = titleOf(error.code);
      const body = {
        error: title,
        code: error.code,
        type: `${publicBaseUrl}/developers/errors/${error.code}`,
        title,
        status: error.status,
        detail: error.message,
        instance: request.url.split('?', 1)[0] ?? '',
        request_id: request.id,
        ...error.details,
      };
      return {
        status: error.status,
        headers: jsonHeaders('application/problem+json', error.status === 401 ? `Bearer realm="${realm}"` : undefined),
        body: JSON.stringify(body),
      };
    },
  };
}

/** `not_found` reads "Not found". */
const titleOf = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
