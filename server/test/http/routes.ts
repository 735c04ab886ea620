import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { StaffRole } from '#actor';
import type { PortalPermission } from '#lib/api/portal-roles';

export type ServedRoute = {
  readonly method: string;
  readonly path: string;
  readonly operation: string | undefined;
  readonly audience: string | undefined;
  /** The lowest role that the route itself requires. */
  readonly role: StaffRole | undefined;
  /** The permission that a portal user needs for it. */
  readonly needs: PortalPermission | undefined;
  readonly audited: boolean;
  /** Whether it needs a sign-in within the past ten minutes: always, or in live mode. */
  readonly fresh: true | 'live' | undefined;
  /** Statuses whose responses have a schema. */
  readonly described: readonly string[];
  /** The schemas of its responses. */
  readonly responses: readonly unknown[];
  /** The query parameters. */
  readonly query: readonly string[];
  /** The body schema. */
  readonly body: unknown;
  /** The schemas that validate a request: body, query and path. */
  readonly schemas: readonly { readonly part: string; readonly schema: unknown }[];
};

/**
 * Runs `start` and records every route of the servers it creates, except those for HEAD.
 */
export async function collectRoutes<T>(start: () => Promise<T>): Promise<{ started: T; routes: ServedRoute[] }> {
  const routes: ServedRoute[] = [];
  const note = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => {
      if (route.config?.operation !== 'http.method-not-allowed') routes.push(...served(route));
    });
  };
  subscribe('fastify.initialization', note);
  try {
    return { started: await start(), routes };
  } finally {
    unsubscribe('fastify.initialization', note);
  }
}

function served(route: RouteOptions & { path: string }): ServedRoute[] {
  return [route.method]
    .flat()
    .filter((method) => method !== 'HEAD')
    .map((method) => ({
      method,
      path: route.url,
      operation: route.config?.operation,
      audience: route.config?.audience,
      role: route.config?.role,
      needs: route.config?.needs,
      audited: route.config?.audited ?? true,
      fresh: route.config?.fresh,
      described: Object.keys((route.schema?.response ?? {}) as object),
      responses: Object.values((route.schema?.response ?? {}) as object),
      query: Object.keys((route.schema?.querystring as { properties?: object } | undefined)?.properties ?? {}),
      body: route.schema?.body,
      schemas: (['body', 'querystring', 'params'] as const).flatMap((part) =>
        route.schema?.[part] === undefined ? [] : [{ part, schema: route.schema[part] }],
      ),
    }));
}
