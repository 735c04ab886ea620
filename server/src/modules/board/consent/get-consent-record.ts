import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { normalizeEmail } from '#lib/text/email';
import { maskPhone, normalizePhone } from '#lib/text/phone';
import { nameSubject, listConsent } from '#modules/ledger';
import { notFound } from '#platform/errors';
import { computeConsultationFacts } from '../detail/compute-consultation-facts.ts';
import { withStated } from '../with-stated.ts';
import { listIdsByName } from '../search-store.ts';
import { findConsultation, listHoldIds } from '../store.ts';
import type { ConsentRecord } from './schemas.ts';

/**
 * The ledger entries of one consultation, by its id, its number or the id of its source. They include agents' claims
 * and customers' texts, which no call needs, so this is for leads, and for operators with shell access.
 */
export async function getConsentRecord(ctx: Ctx, name: string): Promise<ConsentRecord> {
  if (ctx.actor.kind !== 'system') requireRole(ctx.actor, 'lead');
  const now = ctx.clock.now();
  const [id = ''] = await listIdsByName(ctx.db, name);
  const row = await findConsultation(ctx.db, now, id);
  if (row === undefined) throw notFound('No consultation has this id.');
  nameSubject(ctx.actor, row.id);
  const { email, phone } = computeConsultationFacts(withStated(ctx, row), new Map()).person;
  const consent = await listConsent(ctx, {
    subjectIds: [row.source_id, row.id, ...(await listHoldIds(ctx.db, row.id))],
    contacts: {
      email: email === null ? undefined : normalizeEmail(email),
      phone: phone === null ? undefined : normalizePhone(phone),
      test: row.test,
    },
  });
  return {
    object: 'consent.record',
    exported_at: now.toISOString(),
    consultation_id: row.id,
    number: row.number,
    source: row.source,
    source_id: row.source_id,
    test: row.test,
    email,
    phone_hint: phone && maskPhone(phone),
    ...consent,
  };
}
