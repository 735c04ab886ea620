// Owns institutions: who the partners are, their programs and prices, their plans.
// Promises that an institution has anything live only because staff created it, or opened live mode, under a contract.
export { isContactChangeOpen, listNoticeRecipients } from './contacts/contacts.ts';
export {
  addInstitution,
  createInstitution,
  findFirstInstitutionAt,
  findInstitutionAccess,
  findLiveRequest,
  getInstitution,
  listInstitutionAccess,
  listInstitutionIds,
  allowLiveMode,
  tenantOf,
  type Tenant,
  requestLive,
} from './partners.ts';
export { personalData } from './personal-data.ts';
export { bulkMaxRows, listPriceCents, priceOf } from './rules.ts';
export { newInstitutionSchema, programSchema, type Program } from './schemas.ts';
