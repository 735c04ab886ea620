import { AppError, notFound } from '#platform/errors';

const conflict = (code: string, message: string, details: Record<string, unknown> = {}) =>
  new AppError(code, message, { status: 409, details });

export const noSnapshot = () =>
  conflict('no_market_read', 'The case has no market read with listings, so there is nothing to appraise from.');

export const snapshotNotFound = () => notFound('No market read has this id.');

export const otherVehicle = () =>
  conflict('other_vehicle', 'This market read is about another vehicle. Read the market of this one first.');

export const listingUnknown = () =>
  conflict('listing_unknown', 'One of the listings to leave out is not part of this market read.');

export const nothingLeft = () => conflict('nothing_left', 'At least one comparable must remain.');

export const draftChanged = (revision: number) =>
  conflict('draft_changed', 'Someone changed the draft in the meantime. Review it again.', { revision });

export const notReleasable = (problem: string) => conflict('invalid_state', problem);

export const reasonRequired = () =>
  conflict('reason_required', 'Nothing is pre-authorized for this appraisal. To release it anyway, give a reason.');

export const reasonNotAsked = () =>
  conflict('reason_not_asked', 'The appraisal is paid by card, so no reason is needed. Review it again.');

export const versionNotFound = () => notFound('This version does not exist.');

export const alreadyWithdrawn = () => conflict('invalid_state', 'This version was already withdrawn.');
