import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The minimum notice between a deprecation and its end. */
export const noticeMonths = 12;

/** A planned removal. Nothing under a version ends without an entry here, at least `noticeMonths` earlier. */
export type Deprecation = {
  /** The operation's name in its route, such as `referrals.create`. */
  readonly operation: string;
  /** A query parameter or a top-level member of the body; without one, the whole operation is deprecated. */
  readonly member?: string;
  /** Dates, YYYY-MM-DD: when the deprecation begins, and the first day on which the operation may be gone. */
  readonly since: string;
  readonly sunset: string;
  /** The path of a page with the replacement. */
  readonly page: string;
};

const midnight = (date: string): Date => new Date(`${date}T00:00:00.000Z`);

/**
 * Announces removals in headers: Deprecation (RFC 9745), Sunset (RFC 8594), and a link to the page about it. An entry
 * with too little notice, or with an unknown operation, keeps the service from starting.
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
  // Negated, so that an invalid date is refused too.
  if (!(midnight(sunset) >= earliest)) throw new Error(`${operation} would end less than ${noticeMonths} months later`);
}

function isUsed({ operation, member }: Deprecation, { routeOptions, query, body }: FastifyRequest): boolean {
  if (routeOptions.config.operation !== operation) return false;
  return member === undefined || [query, body].some((given) => isObject(given) && Object.hasOwn(given, member));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
