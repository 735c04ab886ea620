/**
 * The case has records that are never deleted: facts, a released check, an appraisal, a payment. The removal of test
 * cases leaves those; they end by their retention, with their object.
 */
export const isUnwrittenSql = (consultation: string): string =>
  ['facts.changes', 'report_checks.releases', 'appraisals.appraisals', 'checkout.payments']
    .map((table) => `not exists (select from ${table} w where w.consultation_id = ${consultation})`)
    .join(' and ');
