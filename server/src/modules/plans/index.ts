// Owns membership plans: the roster of enrolled vehicles, losses, redemptions and monthly statements.
// Promises that a vehicle is on a roster once, that a truncated file drops nobody, and one statement per month.
export { membershipFigures, type MembershipFigures } from './membership-figures.ts';
