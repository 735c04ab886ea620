import { randomBytes } from 'node:crypto';

/** 32 random bytes, in the form of the Standard Webhooks specification. */
export const createStandardSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
