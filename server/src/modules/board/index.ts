// Owns no table: what the team sees, put together from the modules above it.
// Promises that it changes nothing, and that a telephone number is shown only to who may call it.
export { getCase } from './get-case.ts';
