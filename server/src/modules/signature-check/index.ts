// Owns the signature doctor: which mistake a refused signature verifies under, in both directions. It has no tables.
// Promises that a mistake is named only when the signature verifies under it, that it tries the institution's own keys and
// secrets alone, and that nothing of what was pasted is stored or logged.
export { checkDelivery } from './signature-check.ts';
export { checkRequest } from './check-request.ts';
