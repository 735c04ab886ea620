import { platformData, type PersonalData } from '#platform/personal-data';
import { personalData as agentConsole } from '#modules/agent-console';
import { personalData as agentKeys } from '#modules/agent-keys';
import { personalData as agents } from '#modules/agents';
import { personalData as appraisals } from '#modules/appraisals';
import { personalData as audit } from '#modules/audit';
import { personalData as checkout } from '#modules/checkout';
import { personalData as testCards } from '#modules/test-cards';
import { personalData as anchors } from '#modules/anchors';
import { personalData as consent } from '#modules/consent';
import { personalData as consultations } from '#modules/consultations';
import { personalData as customers } from '#modules/customers';
import { personalData as documents } from '#modules/documents';
import { personalData as events } from '#modules/events';
import { personalData as exposure } from '#modules/exposure';
import { personalData as facts } from '#modules/facts';
import { personalData as featureFlags } from '#modules/feature-flags';
import { personalData as intakes } from '#modules/intakes';
import { personalData as market } from '#modules/market';
import { personalData as memberships } from '#modules/memberships';
import { personalData as partnerCredentials } from '#modules/partner-credentials';
import { personalData as partners } from '#modules/partners';
import { personalData as portalUsers } from '#modules/portal-users';
import { personalData as referrals } from '#modules/referrals';
import { personalData as replies } from '#modules/replies';
import { personalData as reportChecks } from '#modules/report-checks';
import { personalData as requestLog } from '#modules/request-log';
import { personalData as sandbox } from '#modules/sandbox';
import { personalData as status } from '#modules/status';
import { personalData as referralFiles } from '#modules/referral-files';
import { personalData as rosterFiles } from '#modules/roster-files';
import { personalData as selfService } from '#modules/self-service';
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
  audit,
  events,
  consent,
  anchors,
  staff,
  'agent-keys': agentKeys,
  'partner-credentials': partnerCredentials,
  webhooks,
  customers,
  vehicles,
  market,
  documents,
  facts,
  agents,
  consultations,
  'report-checks': reportChecks,
  checkout,
  testCards,
  appraisals,
  replies,
  intakes,
  'agent-console': agentConsole,
  partners,
  referrals,
  memberships,
  'portal-users': portalUsers,
  'request-log': requestLog,
  sandbox,
  status,
  'roster-files': rosterFiles,
  'referral-files': referralFiles,
  'self-service': selfService,
  exposure,
  privacy: own,
  platform: platformData,
};

/** What can still make something of somebody: files that wait to be applied or are. They are erased first. */
export const fileData: PersonalData = { ...rosterFiles, ...referralFiles };

export const allPersonalData: PersonalData = Object.assign({}, ...Object.values(personalDataByModule)) as PersonalData;
