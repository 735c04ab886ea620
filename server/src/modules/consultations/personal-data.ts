import {
  aadOf,
  encryptedRewritten,
  encryptedToNull,
  goes,
  stays,
  toNull,
  toSql,
  untilErased,
  type PersonalData,
} from '#platform/personal-data';

/** Keeps figures; any text may identify a person. */
function blankChange(plain: string): string {
  const change = JSON.parse(plain) as { readonly value: unknown; readonly before: { readonly value: unknown } | null };
  const left = (value: unknown): unknown => (typeof value === 'number' ? value : null);
  const before = change.before === null ? null : { ...change.before, value: left(change.before.value) };
  return JSON.stringify({ ...change, value: left(change.value), before });
}

export const personalData: PersonalData = {
  'consultations.consultations': {
    whose: 'customer',
    period: untilErased,
    rows: 'id = any(:ids)',
    personal: {
      encrypted_phone: encryptedToNull('contact', aadOf('consultations.consultations')),
      phone_hash: toNull('fingerprint'),
      email_hash: toNull('fingerprint'),
      number_link_hash: toNull('fingerprint'),
    },
    // Calls about it have ended, and so have links to its page.
    also: { links_since: ':now', ready: 'false', next_call_at: 'null', callback_at: 'null' },
    plain: [
      'id',
      'number',
      'source',
      'source_id',
      'window_key',
      'lease_staff_id',
      'offer_parts',
      'settlement_parts',
      'assignee_id',
      'closed_reason',
      'closed_by',
      'language',
      'stopped_channels',
    ],
  },
  // Triggers write them from the data that remains in the sources.
  'consultations.search_terms': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids)',
    erase: 'delete',
    key: ['consultation_id', 'source', 'term'],
    personal: { term: goes('name') },
    plain: ['consultation_id', 'source'],
  },
  'consultations.calls': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids)',
    personal: {
      encrypted_note: encryptedToNull('free text', aadOf('consultations.calls')),
      phone_hash: toNull('fingerprint'),
    },
    plain: ['id', 'consultation_id', 'staff_id', 'outcome', 'rule_version', 'local_time', 'applied_from', 'attempt_id'],
  },
  'consultations.notes': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids)',
    erase: 'delete',
    personal: { encrypted_words: goes('free text', aadOf('consultations.notes')) },
    plain: ['id', 'consultation_id', 'staff_id', 'draft_key'],
  },
  'consultations.closings': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids)',
    personal: { encrypted_note: encryptedToNull('free text', aadOf('consultations.closings')) },
    plain: ['id', 'consultation_id', 'action', 'reason', 'staff_id'],
  },
  'consultations.assignments': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids)',
    personal: { encrypted_reason: encryptedToNull('free text', aadOf('consultations.assignments')) },
    plain: ['id', 'consultation_id', 'staff_id', 'by_staff_id', 'how'],
  },
  'consultations.numbers': {
    whose: 'customer',
    period: { kept: 'how often a number was called, so that it is not called more often than allowed' },
    personal: { hash: stays('fingerprint', 'how often a number was called') },
    plain: ['called_case', 'offer_staff_id', 'offer_case'],
  },
  'consultations.number_aliases': {
    whose: 'customer',
    period: { kept: 'with the numbers' },
    personal: {
      hash: stays('fingerprint', 'the same number under another key'),
      number_hash: stays('fingerprint', 'the same number under another key'),
    },
  },
  'consultations.call_windows': { period: { kept: 'calling hours by place' }, plain: ['key', 'state', 'zones'] },
  'facts.cases': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids)',
    key: ['consultation_id'],
    personal: {
      found: toSql('vehicle', `'{}'`),
      encrypted_person: encryptedToNull('name', (row) => `facts.cases/${String(row['consultation_id'])}`),
      vin: toNull('vehicle'),
      claim_number: toNull('reference'),
    },
    also: { market_due_at: 'null' },
    plain: ['consultation_id', 'preliminary'],
  },
  'facts.changes': {
    whose: 'customer',
    period: untilErased,
    rows: 'consultation_id = any(:ids) and erased_at is null',
    personal: { encrypted_change: encryptedRewritten('free text', aadOf('facts.changes'), blankChange) },
    also: { erased_at: ':now' },
    plain: ['id', 'consultation_id', 'field', 'staff_id'],
  },
};
