import { createKnownDevices } from '#platform/sign-in';

export const {
  findDevice,
  rememberDevice,
  countDeviceFailure,
  deleteDevice,
  deleteDevices,
  deleteOtherDevices,
  deleteOldDevices,
  deviceCookie,
} = createKnownDevices({
  name: 'staff',
  devices: 'access.known_devices',
  accounts: 'access.staff',
  owner: 'staff_id',
  deviceCookie: '__Host-makewhole-device',
});
