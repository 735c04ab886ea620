// Files that are kept for good: one port, an S3 bucket behind it, or a directory on machines without one.
export { createObjects } from './create-objects.ts';
export type { KeptObject, ObjectStore } from './port.ts';
