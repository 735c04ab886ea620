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
  devices: 'staff.known_devices',
  accounts: 'staff.members',
  owner: 'staff_id',
  deviceCookie: '__Host-makewhole-device',
});
