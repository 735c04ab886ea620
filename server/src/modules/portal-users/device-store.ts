import { createKnownDevices } from '#platform/sign-in';

export const {
  findDevice,
  rememberDevice,
  countDeviceFailure,
  deleteDevices,
  deleteOtherDevices,
  deleteOldDevices,
  deviceCookie,
} = createKnownDevices({
  name: 'portal-users',
  devices: 'portal.known_devices',
  accounts: 'portal.users',
  owner: 'user_id',
  deviceCookie: '__Host-makewhole-portal-device',
});
