// Owns institutions: who the partners are, their programs and prices, their plans.
// Promises that an institution has anything live only because staff created it, or opened live mode, under a contract.
export { addInstitution } from './add-institution.ts';
export { createInstitution } from './create-institution.ts';
export { findFirstInstitutionAt } from './find-first-institution-at.ts';
export { findInstitutionAccess } from './find-institution-access.ts';
export { findLiveRequest } from './find-live-request.ts';
export { getInstitution } from './get-institution.ts';
export { listInstitutionAccess } from './list-institution-access.ts';
export { listInstitutionIds } from './list-institution-ids.ts';
export { allowLiveMode } from './allow-live-mode.ts';
export { isContactChangeOpen } from './contacts/is-contact-change-open.ts';
export { listNoticeRecipients } from './contacts/list-notice-recipients.ts';
export { purgeContactChanges } from './contacts/purge-contact-changes.ts';
export { requestLive } from './request-live.ts';
export { bulkMaxRows, listPriceCents, priceOf } from './rules.ts';
export { newInstitutionSchema, programSchema, type Program } from './schemas.ts';
export { tenantOf, type Tenant } from './tenant-of.ts';
export { personalData } from './personal-data.ts';
