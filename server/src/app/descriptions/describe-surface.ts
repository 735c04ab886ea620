import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import type { Config } from '#platform/config';
import { deprecations } from './deprecations.ts';

const successTexts: Record<string, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; the code is on its way.',
};

/** Members that are shown only once. */
const shownOnce = ['api_key', 'poll_token', 'key', 'secret', 'token', 'code', 'challenge', 'recovery_codes'];

function successText(status: string, schema: object): string {
  const text = successTexts[status] ?? 'Success.';
  const { properties = {} } = schema as { readonly properties?: object };
  const [secret] = shownOnce.filter((name) => name in properties);
  return status === '201' && secret !== undefined ? `${text} Only this response shows \`${secret}\`.` : text;
}

/** A route's successful responses, each with its own sentence. */
const successes = (response: unknown): Record<string, object> =>
  Object.fromEntries(
    Object.entries((response ?? {}) as Record<string, object>).map(([status, schema]) => [
      status,
      { ...schema, description: successText(status, schema) },
    ]),
  );

const isDeprecated = (name: string | undefined): boolean =>
  deprecations.some(({ operation, member }) => operation === name && member === undefined);

/** The description of a surface, and how each of its operations is called and refused. */
type SurfaceDescription = {
  readonly config: Config;
  /** Other addresses that serve the same operations. */
  readonly alsoServedAt?: { readonly url: string; readonly description: string }[];
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  operation(config: FastifyContextConfig, method: string, url: string): OperationDescription;
};

type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: string; readonly description: string }
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string; readonly description: string };

type OperationDescription = {
  readonly security: readonly Readonly<Record<string, string[]>>[];
  /** A schema for each error status. */
  readonly refusals: Readonly<Record<string, object>>;
  readonly headers: object | undefined;
  /** A body without a schema, because it is read as a stream. */
  readonly upload?: object | undefined;
};

const file = { type: 'string', format: 'binary' };

function fileBody({ takesBytes, takesFiles }: FastifyContextConfig, upload: object | undefined): object {
  if (takesBytes === true) return { body: file, consumes: ['application/octet-stream'] };
  if (upload === undefined && takesFiles !== true) return {};
  const one = { type: 'object', required: ['file'], properties: { file }, additionalProperties: false };
  return { body: upload ?? one, consumes: ['multipart/form-data'] };
}

/** Collects the description of each route mounted after it; the validation schemas are also the documentation. */
export async function describeSurface(surface: FastifyInstance, about: SurfaceDescription): Promise<() => object> {
  await surface.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: about.title, version: about.version, description: about.description },
      servers: [{ url: about.config.publicBaseUrl }, ...(about.alsoServedAt ?? [])],
      components: { securitySchemes: about.securitySchemes },
    },
    transform: ({ schema, url, route }) => {
      const config = route.config ?? {};
      const [method = ''] = [route.method].flat();
      const { security, refusals, headers, upload } = about.operation(config, method, url);
      const described = {
        ...schema,
        operationId: config.operation ?? '',
        summary: config.summary ?? '',
        security,
        ...(isDeprecated(config.operation) ? { deprecated: true } : {}),
        response: { ...successes(schema?.response), ...refusals },
        ...(headers === undefined ? {} : { headers }),
        ...fileBody(config, upload),
      };
      return { schema: described as FastifySchema, url };
    },
  });
  return () => {
    const document = surface.swagger();
    // Every GET also accepts HEAD, and only GET is described.
    for (const methods of Object.values(document.paths ?? {})) delete (methods as { head?: object }).head;
    return document;
  };
}
