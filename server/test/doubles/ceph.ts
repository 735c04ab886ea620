// A real S3 server for tests: Ceph's RADOS gateway on one monitor and one OSD with in-memory objects.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { Env } from '#platform/config';
import { freePort } from '#test/processes/processes';
import { until } from '#test/until';

export type Ceph = {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Kills the gateway; stored objects stay. */
  killGateway(): Promise<void>;
  startGateway(): Promise<void>;
  stop(): Promise<void>;
};

const credentials = { accessKeyId: 'synthetic-key', secretAccessKey: 'synthetic-secret' };

type Ports = { readonly v1: number; readonly v2: number; readonly gateway: number };

const configOf = (home: string, fsid: string, { v1, v2, gateway }: Ports): string => `[global]
fsid = ${fsid}
mon initial members = a
mon host = [v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
run dir = ${home}/run
admin socket = ${home}/run/$name.asok
log file = ${home}/log/$name.log
pid file = ${home}/run/$name.pid
osd objectstore = memstore
memstore device bytes = 1073741824
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
ms bind port min = 18000
ms bind port max = 19900
keyring = ${home}/keyring
mon data = ${home}/mon
osd data = ${home}/osd0
rgw data = ${home}/rgw
mon osd full ratio = .99
mon data avail warn = 1
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw thread pool size = 16
`;

/** Takes about twenty seconds and 330 MB; throws with the output when a part of it does not start. */
export async function startCeph(): Promise<Ceph> {
  const home = mkdtempSync(join(tmpdir(), 'makewhole-ceph-'));
  const children = new Map<string, ChildProcess>();
  const stop = async () => {
    for (const name of [...children.keys()].toReversed()) await end(children, name);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    for (const name of ['mon', 'osd0', 'run', 'log', 'rgw']) mkdirSync(join(home, name));
    const ports = { v1: await freePort(), v2: await freePort(), gateway: await freePort() };
    const config = join(home, 'ceph.conf');
    const fsid = crypto.randomUUID();
    writeFileSync(config, configOf(home, fsid, ports));
    const run = (command: string, ...args: string[]) => call(command, args, config);
    const begin = (name: string, command: string, ...args: string[]) => {
      children.set(name, spawn(command, ['-c', config, ...args, '-f'], { stdio: 'ignore' }));
    };
    await makeKeyring(join(home, 'keyring'), run);
    const monitor = `[v2:127.0.0.1:${ports.v2},v1:127.0.0.1:${ports.v1}]`;
    await run('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', fsid, join(home, 'monmap'));
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', join(home, 'monmap'), '--keyring', join(home, 'keyring'));
    begin('mon', 'ceph-mon', '-i', 'a');
    const osd = crypto.randomUUID();
    await run('ceph', 'osd', 'new', osd, '0');
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    begin('osd', 'ceph-osd', '-i', '0');
    await run('ceph', 'osd', 'crush', 'add-bucket', 'h', 'host');
    await run('ceph', 'osd', 'crush', 'move', 'h', 'root=default');
    await run('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'host=h');
    const keys = ['--access-key', credentials.accessKeyId, '--secret-key', credentials.secretAccessKey];
    await run('radosgw-admin', 'user', 'create', '--uid', 'synthetic', '--display-name', 'synthetic', ...keys);
    const endpoint = `http://127.0.0.1:${ports.gateway}`;
    const startGateway = async () => {
      begin('rgw', 'radosgw', '-n', 'client.rgw');
      await until('the RADOS gateway', () => answers(endpoint), 60_000);
    };
    await startGateway();
    return { endpoint, ...credentials, startGateway, killGateway: () => end(children, 'rgw'), stop };
  } catch (error) {
    await stop();
    throw new Error(`Ceph did not start: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Creates a bucket and returns the settings that make the service use it. */
export async function makeBucket(
  { endpoint, accessKeyId, secretAccessKey }: Ceph,
  bucket: string,
  { locked = false } = {},
): Promise<Env> {
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket, ObjectLockEnabledForBucket: locked }));
  client.destroy();
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: 'us-east-1',
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

type Run = (command: string, ...args: string[]) => Promise<unknown>;

async function makeKeyring(file: string, run: Run): Promise<void> {
  const all = (...who: string[]) => who.flatMap((one) => ['--cap', one, 'allow *']);
  await run('ceph-authtool', '--create-keyring', file, '--gen-key', '-n', 'mon.', ...all('mon'));
  await run('ceph-authtool', file, '--gen-key', '-n', 'client.admin', ...all('mon', 'osd', 'mgr'));
  await run(
    'ceph-authtool',
    file,
    '--gen-key',
    '-n',
    'client.rgw',
    '--cap',
    'mon',
    'allow rw',
    '--cap',
    'osd',
    'allow rwx',
  );
  const osd = ['--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *'];
  await run('ceph-authtool', file, '--gen-key', '-n', 'osd.0', ...osd);
}

const execute = promisify(execFile);

/** Each step takes seconds; one that hangs fails here under its name. */
const call = (command: string, args: readonly string[], config: string) =>
  execute(command, [...args], {
    timeout: 60_000,
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', CEPH_ARGS: `-c ${config}` },
  });

async function end(children: Map<string, ChildProcess>, name: string): Promise<void> {
  const child = children.get(name);
  children.delete(name);
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    const response = await fetch(endpoint);
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false;
  }
}
