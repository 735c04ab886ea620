import type { FastifyRequest } from 'fastify';
import { normalizeAddress } from '#lib/network/address';
import { notFound } from '#platform/errors';

/**
 * For developer pages outside production: a forgotten NODE_ENV must not expose them to the network. Requests under another host name are
 * refused too, because a page whose name was pointed at this machine could read them as same-origin.
 */
export async function onlyFromThisMachine(request: FastifyRequest): Promise<void> {
  const { devPages, publicBaseUrl } = request.ctx.config;
  const host = request.headers.host ?? '';
  if (host !== new URL(publicBaseUrl).host && !/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(host))
    throw notFound();
  // A container sees its gateway's address for all clients.
  if (devPages === 'everyone') return;
  const peer = normalizeAddress(request.raw.socket.remoteAddress ?? '') ?? '';
  const here = peer === '::1' || peer.startsWith('127.');
  if (!here || proxied.some((name) => request.headers[name] !== undefined)) throw notFound();
}

/** Headers that proxies add. A proxy that adds none looks like a program on this machine. */
const proxied = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

type Pattern = { readonly parts: readonly string[]; readonly served: ReadonlySet<string> };

/**
 * The methods that a path serves, by the routes' patterns; undefined for an unknown path. Computed only for requests
 * that match no route, which are rare: a route for each other method of each pattern made every start a sixth slower.
 */
export function findServedMethods(
  patterns: ReadonlyMap<string, ReadonlySet<string>>,
): (path: string) => ReadonlySet<string> | undefined {
  let sorted: readonly Pattern[] | undefined;
  return (path) => {
    sorted ??= [...patterns].map(([url, served]) => ({ parts: url.split('/'), served })).sort(literalsFirst);
    const parts = path.split('/').map(decoded);
    return sorted.find((pattern) => matches(pattern.parts, parts))?.served;
  };
}

const isOpen = (part: string): boolean => part.startsWith(':') || part === '*';

/** In the router's order: from the left, a literal part precedes a parameter. */
function literalsFirst(a: Pattern, b: Pattern): number {
  const at = a.parts.findIndex((part, index) => isOpen(part) !== isOpen(b.parts[index] ?? ''));
  return at === -1 ? 0 : Number(isOpen(a.parts[at] ?? '')) - Number(isOpen(b.parts[at] ?? ''));
}

/** A parameter matches any part that could be a name: not an empty one and none with a zero byte. */
function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  const [last] = pattern.slice(-1);
  if (last === '*' ? parts.length < pattern.length : parts.length !== pattern.length) return false;
  return pattern.every((part, index) => {
    const given = parts[index] ?? '';
    return isOpen(part) ? part === '*' || (given !== '' && !given.includes('\0')) : part === given;
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Methods that a pattern with a parameter would take for a literal path: `GET /cases/search` where only its POST is
 * served, and `GET /cases/:id` is too.
 */
export function listTakenMethods(
  patterns: ReadonlyMap<string, ReadonlySet<string>>,
): { readonly url: string; readonly methods: readonly string[] }[] {
  const all = [...patterns].map(([url, served]) => ({ url, served, parts: url.split('/') }));
  const open = all.filter(({ parts }) => parts.some(isOpen));
  return all.flatMap(({ url, served, parts }) => {
    const others = open.filter((other) => other.url !== url && covers(other.parts, parts));
    const methods = new Set(others.flatMap((other) => [...other.served]).filter((method) => !served.has(method)));
    return methods.size === 0 ? [] : [{ url, methods: [...methods] }];
  });
}

/** Whether the wide pattern matches all paths of the narrow one. */
const covers = (wide: readonly string[], narrow: readonly string[]): boolean =>
  wide.length === narrow.length &&
  wide.every((part, index) => part === narrow[index] || (isOpen(part) && !isOpen(narrow[index] ?? '')));
