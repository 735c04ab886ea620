import { goes, stays, type PersonalData } from '#platform/personal-data';

export const personalData: PersonalData = {
  'vehicles.plate_answers': {
    whose: 'customer',
    period: { lasts: 'until they expire, 30 days at most', job: 'vehicles.purge-plate-answers', how: 'deleted' },
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
    personal: { sealed_plate: goes('vehicle', (row) => `vehicles.plate_lookups/${String(row['subject_id'])}`) },
    plain: ['subject_id', 'state', 'claimed_by'],
  },
};
