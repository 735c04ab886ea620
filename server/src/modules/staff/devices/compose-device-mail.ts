import type { Mail } from '#lib/mail/mail';

/** Reports a sign-in on a new device. Bound in app/, because messages are in a later module. */
export type DeviceMail = {
  readonly staffId: string;
  readonly deviceId: string;
  readonly to: string;
  readonly mail: Mail;
};

/** Leaves out the device: an attacker could write anything into what a browser sends about itself. */
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
