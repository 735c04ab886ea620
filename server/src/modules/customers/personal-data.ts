import {
  aadOf,
  goes,
  stays,
  encryptedRewritten,
  toNull,
  untilErased,
  type PersonalData,
} from '#platform/personal-data';

/** Keeps only that a message existed, its channel, and the staff member who sent it. */
function blankMessage(plain: string): string {
  const { channel, by } = JSON.parse(plain) as { readonly channel: string; readonly by?: string };
  const empty = channel === 'email' ? { subject: '', text: '', html: '', words: '' } : { text: '' };
  return JSON.stringify({ channel, to: '', ...empty, ...(by === undefined ? {} : { by }) });
}

export const personalData: PersonalData = {
  'customers.messages': {
    whose: 'customer',
    period: untilErased,
    rows: '(subject_id = any(:ids) or contact_hash = any(:hashes) or recipient_hash = any(:hashes))',
    personal: {
      encrypted_content: encryptedRewritten('free text', aadOf('customers.messages'), blankMessage),
      subject_version: toNull('fingerprint'),
      contact_hash: toNull('fingerprint'),
      recipient_hash: toNull('fingerprint'),
    },
    // Waiting messages are never sent.
    also: {
      state: `case when state in ('waiting', 'held', 'claimed') then 'withdrawn' else state end`,
      finished_at: 'coalesce(finished_at, :now)',
      claimed_by: 'null',
      lease_until: 'null',
      held_by: 'null',
    },
    plain: [
      'id',
      'purpose',
      'subject_id',
      'channel',
      'state',
      'claimed_by',
      'last_failure',
      'provider_id',
      'provider_status',
      'allowance',
      'held_by',
      'account_id',
    ],
  },
  'customers.do_not_contact': {
    whose: 'customer',
    period: { kept: 'who said stop is never contacted again; erasing it would undo what they asked for' },
    personal: { contact_hash: stays('fingerprint', 'who said stop is never contacted again') },
    plain: ['source'],
  },
  'customers.discounts': {
    whose: 'customer',
    period: { kept: 'one discount for each person' },
    personal: { contact_hash: stays('fingerprint', 'one discount for each person') },
    plain: ['discount_id', 'source'],
  },
  'customers.discount_links': { period: { kept: 'with the discounts' }, plain: ['discount_id', 'same_as'] },
  'customers.bounced_addresses': {
    whose: 'customer',
    period: { kept: 'an address that refused mail is not written to' },
    rows: 'contact_hash = any(:hashes)',
    erase: 'delete',
    personal: { contact_hash: goes('fingerprint') },
  },
  'customers.budgets': {
    whose: 'caller',
    period: { lasts: '7 days', job: 'customers.purge-budgets', how: 'deleted' },
    personal: { scope: stays('network address', 'counts the messages that a network caused in a day') },
    plain: ['channel'],
  },
};
