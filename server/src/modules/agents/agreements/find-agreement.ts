import { agreements, type Agreement } from './agreement-data.ts';

export const findAgreement = (version: string): Agreement | undefined => agreements.get(version);
