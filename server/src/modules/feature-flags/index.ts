// Owns the feature flags: the two programs of the agent interface and the features of the partner interface. Promises
// that a change by staff applies from the next request of every process.
export { isEnabled, listFeatures } from './feature-flags.ts';
export { personalData } from './personal-data.ts';
export { featureNames, type FeatureName } from './rules.ts';
