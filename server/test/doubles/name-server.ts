import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

/** The records for a name, by how often it was asked for: addresses, names that it is an alias of, or nothing. */
export type Zone = Readonly<Record<string, (asked: number) => readonly string[] | 'no answer'>>;

export type NameServer = {
  /** In the form that resolvers expect. */
  readonly address: string;
  close(): void;
};

const types = { a: 1, cname: 5, aaaa: 28 } as const;

/**
 * A name server on this machine that behaves as a hostile one may: nothing may be cached, and each response can differ.
 */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const count = asked.get(`${name}/${type}`) ?? 0;
    asked.set(`${name}/${type}`, count + 1);
    const said = zone[name]?.(count) ?? [];
    if (said === 'no answer') return;
    const records = toRecords(name, said, type);
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(zone[name] === undefined ? 0x8583 : 0x8580, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Aliases come first, each pointing to the next name. */
function toRecords(name: string, said: readonly string[], type: number): Buffer[] {
  let owner = name;
  return said.flatMap((one) => {
    const family = isIP(one);
    if (family === 0) {
      const record = toRecord(owner, types.cname, encodeName(one));
      owner = one;
      return [record];
    }
    const ofType = family === 4 ? types.a : types.aaaa;
    return ofType === type ? [toRecord(owner, ofType, family === 4 ? bytesOf4(one) : bytesOf6(one))] : [];
  });
}

function toRecord(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), fixed, data]);
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.of(0),
  ]);

const bytesOf4 = (address: string): Buffer => Buffer.from(address.split('.').map(Number));

function bytesOf6(address: string): Buffer {
  // As a URL writes it, without an embedded IPv4 address.
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [left = [], right = []] = plain.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return Buffer.from(
    [...left, ...zeros, ...right].flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 0xff];
    }),
  );
}
