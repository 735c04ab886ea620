// Permanent files: one port, implemented by an S3 bucket, or by a directory on machines without one.
export { createAnchorObjects, createObjects } from './create-objects.ts';
export { isObjectsFull, type StoredObject, type ObjectStore } from './port.ts';
