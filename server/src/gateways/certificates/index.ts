// Certificates of addresses that are ours: when they end.
export { findCertificateEnd } from './find-certificate-end.ts';
