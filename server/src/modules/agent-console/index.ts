// Owns the console of those who run an agent: sessions opened with a key, and what an agent sees of its own in one place.
// Promises that it shows nothing that the agent was not told itself, and that a session ends with its key.
export { actInConsole } from './sessions/sessions.ts';
export { purgeConsoleSessions } from './sessions/sessions.ts';
export type { StepSources as ConsoleStepSources } from './views/views.ts';
export { personalData } from './personal-data.ts';
