import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, malformedBody, notText, validationFailed } from '#platform/errors';

/** The body of a browser's form or a provider's callback: a flat list of names and values, each name once. */
export function readFormBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => parseForm(body),
  );
  app.addContentTypeParser('*', async () => {
    throw new AppError('unsupported_media_type', 'The body must be a form.', { status: 415 });
  });
}

function parseForm(body: string): Record<string, string> {
  const form: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in form) throw malformedBody('A form field is sent twice.');
    if (name.includes('\0') || value.includes('\0')) throw malformedBody(`A form field ${notText}.`);
    form[name] = value;
  }
  return form;
}

/** By the name alone: behind a proxy the scheme and the port are not those that the browser saw. */
const isElsewhere = (origin: string, { host }: FastifyRequest): boolean =>
  URL.parse(origin)?.hostname !== URL.parse(`http://${host}`)?.hostname;

/** Refuses forms that the browser marks as cross-site: another site must not press a customer's button. */
export const refuseForeignForms =
  (member: string) =>
  async (request: FastifyRequest): Promise<void> => {
    const { 'sec-fetch-site': site, origin } = request.headers;
    // A browser that names no site names the origin; `null` is that of a page without one, as ours without referrer.
    const isForeign = site === undefined && origin !== undefined && origin !== 'null' && isElsewhere(origin, request);
    if (isForeign || (site !== undefined && site !== 'same-origin')) {
      throw new AppError('forbidden', 'Please open the link from your message and answer there.', { status: 403 });
    }
    if (request.body === undefined) throw validationFailed([{ path: member, message: 'is required' }]);
  };
