import type { Response } from '#portal/api.ts';

export type PortalReferral = Response<'GET /referrals/{referral_id}'>;
