import type { Response } from '#portal/api.ts';

export type PortalReferral = Response<'referrals.portal-get'>;
