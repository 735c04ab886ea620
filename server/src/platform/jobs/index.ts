// Work outside requests: claimed rows for messages, shards for deliveries, jobs for everything else, and measures of each process.
export { pause, runClaimedRows, type ClaimedRows, type Loop, type Result } from './claimed-rows.ts';
export { agreeOnKey, findKeyProblem, findKnownKeys } from './agree-on-key.ts';
export { beatProcess, forgetProcess, reportProcess } from './beat-process.ts';
export { claimOnTime, jobOnTime, runOnTime, sweepOnTime, watchClock, type ClockWatch } from './clock-skew.ts';
export { measureDatabase } from './measure-database.ts';
export { Pulse } from './pulse.ts';
export { everyMinute, everyTenMinutes, measureJobs, runJobs, type Job } from './jobs.ts';
export { confirmedForMs, holdShards, type ShardLocks } from './shard-locks.ts';
export { runMeasures, runSweep, sweepOnce, type Sweep } from './sweeper.ts';
