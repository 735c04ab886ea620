import { contentAad } from './rules.ts';
import { goes, stays, type PersonalData } from '#platform/personal-data';
import { deleteContentsAbout } from './store.ts';

export const personalData: PersonalData = {
  'request_log.requests': {
    whose: 'people of an institution',
    period: { lasts: '30 days', job: 'request-log.maintain', how: 'partition dropped' },
    personal: {
      client_address: stays('network address', 'where a call of the institution came from'),
      path: stays('reference', 'ids of ours, and nothing else that was typed'),
      object_ids: stays('reference', 'ids of ours'),
    },
    plain: ['institution_id', 'id', 'method', 'route', 'query_names', 'code', 'issue_paths', 'credential_id'],
  },
  'request_log.contents': {
    whose: 'customer',
    period: { lasts: '7 days', job: 'request-log.maintain', how: 'partition dropped' },
    // A list or a batch is about many, and only its text tells about whom: all of the institution are deleted.
    erase: ({ db }, { ids }) => deleteContentsAbout(db, ids),
    personal: { sealed_content: goes('contact', ({ id }) => contentAad(String(id))) },
    plain: ['institution_id', 'id'],
  },
  'request_log.unrecorded': {
    period: { lasts: '30 days', job: 'request-log.purge-unrecorded', how: 'deleted' },
    plain: ['institution_id', 'reason'],
  },
};
