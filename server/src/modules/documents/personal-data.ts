import { goes, stays, untilErased, type PersonalData } from '#platform/personal-data';
import { eraseDocuments } from './erase-documents.ts';

export const personalData: PersonalData = {
  'documents.documents': {
    whose: 'customer',
    period: untilErased,
    rows: 'intake_id = any(:ids)',
    erase: eraseDocuments,
    personal: {
      sha256: goes('document'),
      object_key: goes('document'),
      reading: goes('document'),
      differences: goes('document'),
    },
    plain: ['id', 'intake_id'],
  },
  'documents.puts': {
    period: { lasts: 'until the object is stored or removed', job: 'documents.remove-orphans', how: 'deleted' },
    plain: ['object_key'],
  },
  'documents.upload_budgets': {
    whose: 'caller',
    period: { lasts: '2 days', job: 'documents.purge-upload-budgets', how: 'deleted' },
    personal: { name: stays('fingerprint', 'counts the bytes that a caller uploaded in a day') },
  },
};
