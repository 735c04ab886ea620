// Owns the sandbox of agents: what its magic addresses answer, the steps of its intakes, what it would have sent, its sample reports.
// Promises that nothing in it reaches a person, a provider or anything live, and that its intakes are gone after a month, unless
// something was written down about them that is never deleted.
export { answerByMagic } from './magic/magic.ts';
export { findRehearsal } from './magic/magic.ts';
export { sampleReports } from './samples/sample-data.ts';
export { intakeStepsShown, type IntakeStep } from './step-rules.ts';
export { listSteps } from './steps/steps.ts';
export { takeStep, type StepSources } from './steps/steps.ts';
