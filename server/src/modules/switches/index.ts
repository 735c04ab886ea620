// Owns what is open and what is closed: the two programs of the agent surface and the features of the partner one.
// Promises that a change made by staff holds for the next request of every process.
export { isOpen } from './is-open.ts';
export { featureNames, type FeatureName, type SwitchName } from './rules.ts';
