import { isIP, SocketAddress } from 'node:net';

const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Addresses that deliveries must not reach: the special ranges of both families and the metadata services of clouds.
 */
export const privateAddresses = words(`
  0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.1.2.3 168.63.129.16 169.254.169.254
  169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 192.175.48.1
  198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1
  ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::127.0.0.1 ::7f00:1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1
  64:ff9b::169.254.169.254 64:ff9b:1::1 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1
  2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe::1 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fd12:3456::1
  fe80::1 fe80::1%eth0 febf::1 fec0::1 ff02::1 ff0e::1 4000::1 8000::1
`);

/** Public addresses next to those ranges. */
export const publicAddresses = words(`
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 168.63.129.15
  168.63.129.17 169.253.255.255 169.255.0.1 172.15.255.255 172.32.0.1 192.0.1.1 192.0.3.1 192.167.255.255
  192.169.0.1 198.17.255.255 198.20.0.1 223.255.255.255 ::ffff:8.8.8.8 2606:4700:4700::1111 2001:4860:4860::8888
  2001:200::1 2003::1 2a00:1450::1 2600::1 3ffe::1 2620:4f:8001::1
`);

/** The ways to write this address as the host of a URL. */
export const spellingsOf = (address: string): string[] =>
  isIP(address) === 4 ? spellingsOf4(address) : spellingsOf6(address);

function spellingsOf4(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number) => value.toString(16);
  const pair = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  const numbers = [String(number), `0x${hex(number)}`, `0X${hex(number).toUpperCase()}`, `0${number.toString(8)}`];
  const parts = [
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
  ];
  const inside = ['::ffff:', '::', '64:ff9b::'].flatMap((prefix) => [`[${prefix}${address}]`, `[${prefix}${pair}]`]);
  const further = [`[0:0:0:0:0:FFFF:${pair}]`, `[::ffff:0:${pair}]`, `[64:ff9b:1::${pair}]`];
  const written = [
    address,
    `${address}.`,
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    address.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    address.replaceAll('.', '。'),
    address.replaceAll(/\d/g, (digit) => `%3${digit}`),
  ];
  return [...written, ...numbers, ...parts, ...inside, ...further, `[2002:${pair}::]`, `[2002:${pair}::1]`];
}

function spellingsOf6(address: string): string[] {
  const [bare = ''] = address.split('%');
  const expanded = expand(new SocketAddress({ address: bare, family: 'ipv6' }).address);
  const long = expanded.map((group) => group.padStart(4, '0')).join(':');
  return [`[${address}]`, `[${bare.toUpperCase()}]`, `[${long}]`, `[${expanded.join(':')}]`, `[${bare}%25lo]`];
}

/** The eight groups of an IPv6 address. */
function expand(address: string): string[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail = ''] = hex.split('::');
  const [left, right] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => '0');
  return [...(left ?? []), ...(hex.includes('::') ? zeros : []), ...(right ?? [])];
}

/** Delivery URLs that lead to a private address in some way; `port` has a listener. */
export function privateUrls(port: number): string[] {
  const hosts = privateAddresses.flatMap(spellingsOf);
  const decorated = privateAddresses.flatMap((address) => {
    const host = isIP(address) === 4 ? address : `[${address}]`;
    return [
      `https://${host}:443/hooks`,
      `https://hooks.example.com@${host}/`,
      `https://hooks.example.com:443@${host}:${port}/`,
      `https://hooks.example.com%40${host}/`,
      `https:\\\\${host}/`,
      `https://${host}\\.hooks.example.com/`,
      `https://${host}#.hooks.example.com/`,
    ];
  });
  return [...new Set([...hosts.flatMap((host) => [`https://${host}/`, `https://${host}:${port}/`]), ...decorated])];
}
