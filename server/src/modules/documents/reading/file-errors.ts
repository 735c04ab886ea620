/** A problem with a file, worded for its sender. Loaded by a worker thread, so it imports none of the service's errors. */
export class RefusedFile extends Error {}
