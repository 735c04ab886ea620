import { goes, stays, type PersonalData } from '#platform/personal-data';

/** Vehicles for sale, as dealers publish them. */
const listing = [
  'source',
  'source_id',
  'vin',
  'make',
  'model',
  'trim',
  'make_key',
  'model_key',
  'trim_key',
  'state',
  'dealer',
  'url',
  'fuel',
  'body',
  'drive',
];

export const personalData: PersonalData = {
  'vehicles.plate_answers': {
    whose: 'customer',
    period: { days: 0, after: 'expires_at', lasts: 'until they expire, 30 days at most' },
    personal: {
      plate_hash: stays('fingerprint', 'the answer of a provider for a plate, whoever asked'),
      vin: stays('vehicle', 'the answer of a provider for a plate, whoever asked'),
    },
  },
  'vehicles.plate_lookups': {
    whose: 'customer',
    period: { lasts: 'until they are answered', job: 'privacy.retain', how: 'deleted' },
    rows: 'subject_id = any(:ids)',
    erase: 'delete',
    personal: { encrypted_plate: goes('vehicle', (row) => `vehicles.plate_lookups/${String(row['subject_id'])}`) },
    plain: ['subject_id', 'state', 'claimed_by'],
  },
  'market.anonymous_reads': {
    whose: 'caller',
    period: { days: 1, after: 'read_at', lasts: '24 hours' },
    personal: { caller: stays('fingerprint', 'counts the market reads of callers without a key') },
  },
  'market.listings': {
    period: { lasts: 'while the window of prices needs them', job: 'market.purge-listings', how: 'deleted' },
    plain: listing,
  },
  'market.past_listings': {
    period: { lasts: 'while the window of prices needs them', job: 'market.purge-listings', how: 'deleted' },
    plain: listing,
  },
  'market.models': { period: { kept: 'rates by model' }, plain: ['make_key', 'model_key', 'rates'] },
  'market.snapshots': {
    period: { kept: 'the figures that an appraisal rests on: model, year, miles and area, never a VIN or a person' },
    plain: ['id', 'method', 'subject', 'figures', 'comparables', 'search'],
  },
  'market.feed_requests': {
    period: { kept: 'which models are to be read, by area' },
    plain: ['make_key', 'model_key', 'area', 'subject'],
  },
};
