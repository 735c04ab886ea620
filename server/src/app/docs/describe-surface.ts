import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import type { Config } from '#platform/config';

const successTexts: Record<string, string> = {
  200: 'Success.',
  201: 'Created. Keys, tokens and secrets are shown in this response only.',
  202: 'Accepted; the code is on its way.',
};

/** The successful responses of a route, each with a sentence of its own. */
const successes = (response: unknown): Record<string, object> =>
  Object.fromEntries(
    Object.entries((response ?? {}) as Record<string, object>).map(([status, schema]) => [
      status,
      { ...schema, description: successTexts[status] ?? 'Success.' },
    ]),
  );

/** The description of a surface, and how each of its operations is called and refused. */
type SurfaceDescription = {
  readonly config: Config;
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
  /** A schema for each status it refuses with. */
  readonly refusals: Readonly<Record<string, object>>;
  readonly headers: object | undefined;
  /** A body without a schema, because it is read as a stream. */
  readonly upload?: object | undefined;
};

/** Collects the description of every route mounted after it; the schemas that validate are the ones that document. */
export async function describeSurface(surface: FastifyInstance, about: SurfaceDescription): Promise<() => object> {
  await surface.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: about.title, version: about.version, description: about.description },
      servers: [{ url: about.config.publicBaseUrl }],
      components: { securitySchemes: about.securitySchemes },
    },
    transform: ({ schema, url, route }) => {
      const config = route.config ?? {};
      const { security, refusals, headers, upload } = about.operation(config, String(route.method), url);
      const described = {
        ...schema,
        operationId: config.operation ?? '',
        summary: config.summary ?? '',
        security,
        response: { ...successes(schema?.response), ...refusals },
        ...(headers === undefined ? {} : { headers }),
        ...(upload === undefined ? {} : { body: upload, consumes: ['multipart/form-data'] }),
      };
      return { schema: described as FastifySchema, url };
    },
  });
  return () => surface.swagger();
}
