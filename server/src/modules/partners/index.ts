// Owns institutions: who the partners are, their programs and prices, their plans.
// Promises that an institution has anything live only because staff created it, or opened live mode, under a contract.
export { addInstitution } from './partners.ts';
export { createInstitution } from './partners.ts';
export { findFirstInstitutionAt } from './partners.ts';
export { findInstitutionAccess } from './partners.ts';
export { findLiveRequest } from './partners.ts';
export { getInstitution } from './partners.ts';
export { listInstitutionAccess } from './partners.ts';
export { listInstitutionIds } from './partners.ts';
export { allowLiveMode } from './partners.ts';
export { isContactChangeOpen } from './contacts/contacts.ts';
export { listNoticeRecipients } from './contacts/contacts.ts';
export { purgeContactChanges } from './contacts/contacts.ts';
export { requestLive } from './request-live.ts';
export { bulkMaxRows, listPriceCents, priceOf } from './rules.ts';
export { newInstitutionSchema, programSchema, type Program } from './schemas.ts';
export { tenantOf, type Tenant } from './partners.ts';
export { personalData } from './personal-data.ts';
