import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '#lib/network/cookies';
import { deviceCookie } from '../devices/store.ts';
import { sendHtml } from '#platform/http';
import { isDeviceToken, passwordLanes } from '#platform/sign-in';
import { staffMetrics } from '../metrics.ts';
import { signInPage } from './sign-in-page.ts';

/**
 * Refuses a sign-in of a stranger while there is no place for strangers, before its body is read: a crowd must not cost
 * the time that members need. Whoever sends the cookie of a device is looked at.
 */
export async function refuseCrowd({ ctx, headers }: FastifyRequest, reply: FastifyReply) {
  if (!passwordLanes.isFull('unknown') || isDeviceToken(readCookie(headers.cookie, deviceCookie))) return undefined;
  ctx.metrics.of(staffMetrics).signIns.inc({ outcome: 'crowded', device: 'unknown' });
  // The form again, not an error: errors carry a stack, which costs more than the page.
  const problemText = 'Too many people are signing in at this moment. Please try again in ten seconds.';
  reply.header('retry-after', '10');
  return sendHtml(reply, signInPage({ oidc: ctx.config.oidc !== undefined, status: 503, problemText }));
}
