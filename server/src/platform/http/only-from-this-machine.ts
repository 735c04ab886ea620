import type { FastifyRequest } from 'fastify';
import { normalizeAddress } from '#lib/network/address';
import { notFound } from '#platform/errors';

/**
 * For what developers see outside production: a forgotten NODE_ENV must not expose it to the network. Under another host name
 * this machine is not meant either: a page elsewhere whose name was pointed here would read it as its own.
 */
export async function onlyFromThisMachine(request: FastifyRequest): Promise<void> {
  const { devPages, publicBaseUrl } = request.ctx.config;
  const host = request.headers.host ?? '';
  if (host !== new URL(publicBaseUrl).host && !/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(host))
    throw notFound();
  // A container sees its own gateway, whoever calls.
  if (devPages === 'everyone') return;
  const peer = normalizeAddress(request.raw.socket.remoteAddress ?? '') ?? '';
  const here = peer === '::1' || peer.startsWith('127.');
  if (!here || proxied.some((name) => request.headers[name] !== undefined)) throw notFound();
}

/** What proxies add; one that adds nothing cannot be told from a program of this machine. */
const proxied = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];
