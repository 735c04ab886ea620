// Work outside requests: claimed rows for what an API transaction causes, shards for what is worked off by their holder, sweeps for timers, graphile-worker for cron.
export { pause, runClaimedRows, type ClaimedRows, type Loop, type Result } from './claimed-rows.ts';
export { agreeOnKey, findKeyProblem, findKnownKeys } from './agree-on-key.ts';
export { beatProcess, forgetProcess, reportProcess } from './beat-process.ts';
export { claimOnTime, jobOnTime, runOnTime, sweepOnTime, watchClock, type ClockWatch } from './clock-skew.ts';
export { measureDatabase } from './measure-database.ts';
export { measureJobs } from './job-runs.ts';
export { Pulse } from './pulse.ts';
export { runScheduledJobs, type JobBinding, type JobDefinition } from './scheduled.ts';
export { confirmedForMs, holdShards, type ShardLocks } from './shard-locks.ts';
export { runSweep, sweepOnce, type Sweep } from './sweeper.ts';
