import { describe, expect, it } from 'vitest';
import { Secret } from '#platform/config';
import { createVault } from '#platform/crypto';
import { useHarness } from '#test/harness';
import { agreeOnKey, findKeyProblem } from './agree-on-key.ts';
import { reportProcess } from './beat-process.ts';

const harness = useHarness();
const key = (letter: string) => letter.repeat(32);
const vaultOf = (...ring: string[]) => createVault(ring.map((one) => new Secret(one)));
const [a, b] = [vaultOf(key('a')).writingKey(), vaultOf(key('b')).writingKey()];

/** A process with this key ring; it can report several times. */
function process(name: string, ...ring: string[]) {
  const { db, log, metrics } = harness.current.ctx;
  const vault = vaultOf(...ring);
  return {
    vault,
    report: () => reportProcess(name, { db, vault, log, metrics }),
    problem: () => findKeyProblem({ db, vault }, name),
  };
}

const run = (text: string) => harness.current.ctx.db.many({ text, values: [] });
const forgetAll = () => run('with k as (delete from platform.data_keys) delete from platform.processes');

describe('the first key of the ring', () => {
  it('a new key does not write while a process that runs lacks it, and does as soon as none does', async () => {
    await forgetAll();
    const old = process('old', key('a'));
    await old.report();
    const eager = process('eager', key('b'), key('a'));
    await eager.report();
    expect(eager.vault.writingKey()).toBe(a);
    const appended = process('old', key('a'), key('b'));
    await run(`delete from platform.processes where name = 'old'`);
    await appended.report();
    await eager.report();
    expect(eager.vault.writingKey()).toBe(b);
    // A process that has it as its second key continues with the key that all can read.
    await appended.report();
    expect([a, b]).toContain(appended.vault.writingKey());
  });

  it('a new key waits for a process that has not reported its keys', async () => {
    await forgetAll();
    await process('new', key('a')).report();
    await run(`insert into platform.processes (name, newest_migration) values ('before', '0105')`);
    const eager = process('eager', key('b'), key('a'));
    await eager.report();
    expect(eager.vault.writingKey()).toBe(a);
  });

  it('a new key no longer waits for a process that has been silent for a minute', async () => {
    await forgetAll();
    await process('gone', key('a')).report();
    await run(`update platform.processes set beat_at = now() - interval '61 seconds'`);
    const eager = process('eager', key('b'), key('a'));
    await eager.report();
    expect(eager.vault.writingKey()).toBe(b);
  });

  it('a command writes with a new key only where all processes can read it', async () => {
    await forgetAll();
    await process('old', key('a')).report();
    const vault = vaultOf(key('b'), key('a'));
    await agreeOnKey({ db: harness.current.ctx.db, vault });
    expect(vault.writingKey()).toBe(a);
  });
});

describe('a process with the wrong ring', () => {
  it('a process is refused when others write with a key that it lacks, with a sentence that names only the key', async () => {
    await forgetAll();
    await process('first', key('b'), key('a')).report();
    const late = process('late', key('a'));
    expect(await late.problem()).toContain(`lacks the key ${b}`);
    expect(await late.problem()).not.toContain('bbbb');
    expect(await process('late', key('a'), key('b')).problem()).toBeUndefined();
    // Nor may it only compare with that key while others write with it.
    expect(await process('late', key('a'), `compare:${key('b')}`).problem()).toContain('lacks the key');
  });

  it('is refused without the key that was written with last, though nobody runs, unless it says that it does without', async () => {
    await forgetAll();
    await process('first', key('b')).report();
    await run('delete from platform.processes');
    expect(await process('late', key('a')).problem()).toContain(`lacks the key ${b}`);
    expect(await process('late', key('a'), `compare:${key('b')}`).problem()).toBeUndefined();
  });
});
