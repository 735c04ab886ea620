// Owns institutions: who the partners are, what their borrowers pay, which plans they offer.
// Promises that a partner exists only because the team made it.
export { createInstitution, getInstitution } from './create-institution.ts';
export { firstInstitutionAt, listInstitutionIds } from './list-institutions.ts';
export { listTechnicalContacts } from './list-technical-contacts.ts';
export { bulkMaxRows, listPriceCents, priceOf } from './rules.ts';
export { newInstitutionSchema, programSchema, type Program } from './schemas.ts';
