// Owns nothing; puts together what the partner portal shows of an institution from the modules above.
// Promises that what is ticked happened, and that its evidence can be looked at.
export { getGoLive } from './portal.ts';
