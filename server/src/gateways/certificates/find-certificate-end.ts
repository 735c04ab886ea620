import { connect } from 'node:tls';

/** A proxy of ours that does not respond within this time has another problem, with its own alarm. */
const timeoutMs = 5_000;

/**
 * When this address's certificate expires; undefined where it has none. It need not be valid, because an expired
 * certificate has a date too. The address is a setting, not user input.
 */
export function findCertificateEnd(address: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      servername: hostname,
      port: Number(port || 443),
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    socket.once('secureConnect', () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.destroy();
      resolve(new Date(end));
    });
    socket.once('timeout', () => socket.destroy(new Error('the address did not answer')));
    socket.once('error', reject);
  });
}
