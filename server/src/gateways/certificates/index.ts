// Certificate expiry of our addresses.
export { findCertificateEnd } from './find-certificate-end.ts';
