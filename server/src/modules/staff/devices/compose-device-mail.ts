import type { Mail } from '#lib/mail/mail';

/** Says that somebody signed in on a new device; bound in app/, because messages are in a later module. */
export type DeviceMail = {
  readonly staffId: string;
  readonly deviceId: string;
  readonly to: string;
  readonly mail: Mail;
};

/** Holds nothing of the device: what a browser says of itself is text of a stranger. */
export function composeDeviceMail(device: Omit<DeviceMail, 'mail'>): DeviceMail {
  return {
    ...device,
    mail: {
      language: 'en',
      subject: 'You signed in to the Makewhole board on a new device',
      paragraphs: [
        'Somebody signed in to the Makewhole board with your account, on a device or browser on which you had not signed in before.',
        'If it was you, there is nothing to do. If it was not, tell an administrator of your team at once: they can end your sessions and your password.',
      ],
      why: 'You get this because it is your account. It is sent once for each new device.',
    },
  };
}
