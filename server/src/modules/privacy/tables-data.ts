import { platformData, type PersonalData } from '#platform/personal-data';
import { personalData as agents } from '#modules/agents';
import { personalData as appraisals } from '#modules/appraisals';
import { personalData as checkout } from '#modules/checkout';
import { personalData as consultations } from '#modules/consultations';
import { personalData as credentials } from '#modules/credentials';
import { personalData as customers } from '#modules/customers';
import { personalData as documents } from '#modules/documents';
import { personalData as featureFlags } from '#modules/feature-flags';
import { personalData as figures } from '#modules/figures';
import { personalData as intakes } from '#modules/intakes';
import { personalData as ledger } from '#modules/ledger';
import { personalData as memberships } from '#modules/memberships';
import { personalData as ownerPage } from '#modules/owner-page';
import { personalData as partnerFiles } from '#modules/partner-files';
import { personalData as partners } from '#modules/partners';
import { personalData as portal } from '#modules/portal';
import { personalData as referrals } from '#modules/referrals';
import { personalData as replies } from '#modules/replies';
import { personalData as sandbox } from '#modules/sandbox';
import { personalData as staff } from '#modules/staff';
import { personalData as vehicles } from '#modules/vehicles';
import { personalData as webhooks } from '#modules/webhooks';

const own: PersonalData = {
  'privacy.legal_holds': {
    whose: 'staff',
    period: { kept: 'why something was not erased' },
    personal: {
      reason: { holds: 'free text', kept: 'why something was not erased; it names a proceeding, not a person' },
      placed_by: { holds: 'name', kept: 'who answers for it' },
      lifted_by: { holds: 'name', kept: 'who answers for it' },
      lift_reason: { holds: 'free text', kept: 'why it could be erased again; it names a proceeding, not a person' },
    },
    plain: ['id', 'kind', 'subject_id'],
  },
  'privacy.erasures': {
    period: { kept: 'that it was erased, by id' },
    plain: ['subject_id', 'why', 'erased_by', 'counts'],
  },
  'privacy.erasure_jobs': {
    period: { kept: 'who asked on the board that what is erased, by ids' },
    plain: ['id', 'consultation_id', 'scope', 'reason', 'asked_by', 'problem', 'counts'],
  },
};

/** Every table, by the module that owns it, in the order in which they are erased. */
export const personalDataByModule: Readonly<Record<string, PersonalData>> = {
  'feature-flags': featureFlags,
  ledger,
  staff,
  credentials,
  webhooks,
  customers,
  vehicles,
  documents,
  agents,
  consultations,
  checkout,
  appraisals,
  replies,
  intakes,
  partners,
  referrals,
  memberships,
  portal,
  'partner-files': partnerFiles,
  'owner-page': ownerPage,
  figures,
  sandbox,
  privacy: own,
  platform: platformData,
};

/**
 * Data that can still create rows about a person: files waiting to be applied or being applied. They are erased first.
 */
export const fileData: PersonalData = partnerFiles;

export const allPersonalData: PersonalData = Object.assign({}, ...Object.values(personalDataByModule)) as PersonalData;
