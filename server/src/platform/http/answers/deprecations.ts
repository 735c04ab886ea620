import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long something goes on working once it is deprecated, at least. */
export const noticeMonths = 12;

/** What is to end. Nothing under a version ends without an entry here, `noticeMonths` before. */
export type Deprecation = {
  /** The operation as its route names it, such as `referrals.create`. */
  readonly operation: string;
  /** A query parameter or a member of the body at the top; without one it is the whole operation. */
  readonly member?: string;
  /** Dates, YYYY-MM-DD: since when, and the first day on which it may be gone. */
  readonly since: string;
  readonly sunset: string;
  /** The path of a page that says what to use instead. */
  readonly page: string;
};

const midnight = (date: string): Date => new Date(`${date}T00:00:00.000Z`);

/**
 * Says in headers what is to end: Deprecation (RFC 9745), Sunset (RFC 8594), and a link to the page about it. An entry that
 * gives too little notice, or that names no operation, keeps the service from starting.
 */
export function signalDeprecations(app: FastifyInstance, entries: readonly Deprecation[], publicBaseUrl: string): void {
  if (entries.length === 0) return;
  for (const entry of entries) requireNotice(entry);
  const operations = new Set<string | undefined>();
  app.addHook('onRoute', ({ config }) => void operations.add(config?.operation));
  app.addHook('onReady', async () => {
    const unknown = entries.find(({ operation }) => !operations.has(operation));
    if (unknown !== undefined) throw new Error(`no operation is called ${unknown.operation}`);
  });
  app.addHook('onSend', async (request, reply) => {
    const met = entries.filter((entry) => isUsed(entry, request));
    const [first] = met.toSorted((a, b) => (a.sunset < b.sunset ? -1 : 1));
    if (first === undefined) return;
    reply.header('deprecation', `@${midnight(first.since).getTime() / 1000}`);
    reply.header('sunset', midnight(first.sunset).toUTCString());
    const links = met.map(({ page }) => `<${publicBaseUrl}${page}>; rel="deprecation"; type="text/html"`);
    reply.header('link', [reply.getHeader('link') ?? [], links].flat().join(', '));
  });
}

function requireNotice({ operation, since, sunset }: Deprecation): void {
  const earliest = midnight(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + noticeMonths);
  // Not "less than", so that a date that is none is refused too.
  if (!(midnight(sunset) >= earliest)) throw new Error(`${operation} would end less than ${noticeMonths} months later`);
}

function isUsed({ operation, member }: Deprecation, { routeOptions, query, body }: FastifyRequest): boolean {
  if (routeOptions.config.operation !== operation) return false;
  return member === undefined || [query, body].some((given) => isObject(given) && Object.hasOwn(given, member));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
