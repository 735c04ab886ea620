// Owns rehearsal for partners and agents: the mailbox, the steps, samples, resets, and the agent console. Nothing here reaches a live row,
// a real mailbox, a provider, the team's queue or a statement.
export { sampleReports } from './agent-samples/sample-data.ts';
export { intakeStepsShown, type IntakeStep } from './agent-sandbox/step-rules.ts';
export { listSteps, takeStep } from './agent-steps/steps.ts';
export { actInConsole, purgeConsoleSessions } from './console-sessions/sessions.ts';
export type { StepSources as ConsoleStepSources } from './console-views/views.ts';
export { answerByMagic, findRehearsal } from './magic/magic.ts';
export { personalData } from './personal-data.ts';
export { requireDuringReset, requireNoReset } from './reset/reset.ts';
