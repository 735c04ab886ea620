import { blankMembers, rewritten, type PersonalData, stays, toNull } from '#platform/personal-data';

/** Deliveries of events about the customer. Events come first in the order of all modules and keep their ids. */
const ofEvents = 'event_id in (select id from events.events where subject_id = any(:ids))';

export const personalData: PersonalData = {
  'events.events': {
    whose: 'customer',
    period: { lasts: '31 days', job: 'events.maintain-partitions', how: 'partition dropped' },
    rows: 'subject_id = any(:ids)',
    key: ['id', 'created_at'],
    personal: { thin: rewritten('reference', blankMembers) },
    plain: ['id', 'type', 'account_id', 'subject_id'],
  },
  'events.log_epochs': { period: { kept: 'one row for each restore' }, plain: ['history'] },
  'events.closed_days': { period: { kept: 'one row for each day' }, plain: [] },
  'events.daily_digests': {
    period: { kept: 'one row for each day of an institution, so that it can be checked later' },
    plain: ['account_id', 'first_id', 'last_id', 'sha256'],
  },
  'events.broken_digests': { period: { kept: 'one row for each, as evidence' }, plain: ['account_id', 'sha256'] },
  'events.long_writers': { period: { kept: 'rows of transactions that run' }, plain: ['account_id'] },
  'webhooks.attempts': {
    whose: 'people of an institution',
    period: { lasts: '31 days', job: 'webhooks.maintain-history', how: 'partition dropped' },
    rows: `delivery_id in (
      select d.id from webhooks.deliveries d where d.${ofEvents}
      union select f.id from webhooks.delivery_history f where f.${ofEvents})`,
    key: ['delivery_id', 'number', 'at'],
    personal: {
      answer: toNull('free text'),
      address: stays('network address', 'of the receiver’s server'),
    },
    plain: ['delivery_id', 'cause', 'timings', 'endpoint_id', 'sent'],
  },
  'webhooks.deliveries': {
    whose: 'customer',
    period: {
      lasts: 'until it is delivered or given up, 3 days at most',
      job: 'webhooks.dispatch',
      how: 'moved',
    },
    rows: ofEvents,
    personal: { body: rewritten('contact', blankMembers) },
    plain: ['id', 'account_id', 'endpoint_id', 'event_id', 'event_type', 'state', 'lane'],
  },
  'webhooks.delivery_history': {
    whose: 'customer',
    period: { lasts: '31 days', job: 'webhooks.maintain-history', how: 'partition dropped' },
    rows: ofEvents,
    key: ['id', 'finished_at'],
    personal: {
      body: rewritten('contact', blankMembers),
      answer: toNull('free text'),
      address: stays('network address', 'of the receiver’s server'),
    },
    plain: ['id', 'account_id', 'endpoint_id', 'event_id', 'event_type', 'state', 'cause', 'timings', 'sent'],
  },
  'webhooks.endpoints': {
    whose: 'people of an institution',
    period: { kept: 'as long as the institution or the agent has it' },
    personal: { url: stays('contact', 'where the receiver wants its events') },
    plain: [
      'account_id',
      'id',
      'audience',
      'payload',
      'event_types',
      'status',
      'secret_kind',
      'encrypted_secret',
      'previous_kind',
      'encrypted_previous',
    ],
  },
  'webhooks.deleted_endpoints': {
    whose: 'people of an institution',
    period: { lasts: '33 days', job: 'webhooks.maintain-history', how: 'deleted' },
    personal: { url: stays('contact', 'where the receiver wanted its events') },
    plain: ['account_id', 'id'],
  },
  'webhooks.agent_settings': { period: { kept: 'as long as the agent’s account' }, plain: ['account_id'] },
  'webhooks.recoveries': {
    period: { kept: 'what was sent again, by ids and times' },
    plain: ['id', 'endpoint_id', 'states', 'event_types', 'place_id', 'status'],
  },
  'webhooks.event_recoveries': {
    period: { lasts: '31 days', job: 'webhooks.maintain-history', how: 'deleted' },
    plain: ['id', 'account_id', 'endpoint_id', 'event_ids', 'status'],
  },
  'webhooks.shards': { period: { kept: '64 rows' }, plain: ['owner'] },
};
