import type { Actor } from '#actor';
import type { AuditRecord } from './rules.ts';

/**
 * Keyed by the actor of the request, which is all that a verb knows of it; so a verb reaches only its own request's
 * row.
 */
export const auditRecords = new WeakMap<Actor, AuditRecord>();
