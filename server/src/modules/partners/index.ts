// Owns institutions: who the partners are, their programs and prices, their plans.
// Promises that an institution exists only because staff created it under a contract.
export { createInstitution } from './create-institution.ts';
export { findFirstInstitutionAt } from './find-first-institution-at.ts';
export { getInstitution } from './get-institution.ts';
export { listInstitutionIds } from './list-institution-ids.ts';
export { listTechnicalContacts } from './list-technical-contacts.ts';
export { listPriceCents, priceOf } from './rules.ts';
export { newInstitutionSchema, programSchema, type Program } from './schemas.ts';
export { tenantOf, type Tenant } from './tenant-of.ts';
export { personalData } from './personal-data.ts';
