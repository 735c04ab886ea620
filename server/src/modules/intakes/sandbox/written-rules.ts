/**
 * Something was written down about the case that is never deleted: facts, a released check, an appraisal, a payment. Whoever removes
 * test cases leaves those; they end by their retention, with the object they are about.
 */
export const isUnwrittenSql = (consultation: string): string =>
  ['facts.changes', 'report_checks.releases', 'appraisals.appraisals', 'checkout.payments']
    .map((table) => `not exists (select from ${table} w where w.consultation_id = ${consultation})`)
    .join(' and ');
