// Owns institutions: who the partners are and whether they may act.
// Promises that a partner exists only because the team made it.
export { createInstitution } from './create-institution.ts';
